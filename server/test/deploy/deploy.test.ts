// The files for operators: alerts, a dashboard, and units of systemd.
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import packageJson from '../../package.json' with { type: 'json' }
import { startCommand } from '../../src/cli/start.ts'
import { sentencesOf, settingRejections } from '../../src/start/rejections.ts'
import type { Settings } from '../../src/start/settings.ts'
import { settingsOf } from '../support/commands.ts'
import { testDatabases } from '../support/databases.ts'
import { scrapeEverything, unknownMetrics } from '../support/metrics.ts'

const folder = new URL('../../deploy/', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, folder), 'utf8')
const databases = testDatabases()

test('the package has the files', () => {
  expect(packageJson.files).toContain('deploy')
})

test('alerts and the dashboard name metrics that a scrape shows', async () => {
  const scraped = await scrapeEverything(await databases.open())
  for (const path of [
    'prometheus/rules.yml',
    'prometheus/rules.test.yml',
    'grafana/dashboard.json',
  ]) {
    expect([path, unknownMetrics(read(path), scraped)]).toEqual([path, []])
  }
})

test('each alert has a severity, says what to do, and is tested', () => {
  const { groups } = parse(read('prometheus/rules.yml'))
  const { rules } = groups[0]
  for (const { labels, annotations } of rules) {
    expect(['critical', 'warning']).toContain(labels.severity)
    expect(annotations).toEqual({
      summary: expect.stringMatching(/\.$/),
      action: expect.stringMatching(/\.$/),
    })
  }
  const tested = read('prometheus/rules.test.yml')
  expect(rules.length).toBeGreaterThan(20)
  expect(
    rules.filter(({ alert }: { alert: string }) => !tested.includes(`alertname="${alert}"`)),
  ).toEqual([])
})

describe('the unit of systemd', () => {
  const units = globSync('systemd/*.service', { cwd: folder })

  test('exists for each role', () => {
    expect(units.map((path) => path.replace('systemd/', '')).sort()).toEqual([
      ...['photofeed-api@.service', 'photofeed-worker.service', 'photofeed.service'],
    ])
  })

  test.each(units)('%s starts a server with valid settings', (path) => {
    const [, line = ''] = /^ExecStart=\/usr\/bin\/env photofeed-server start ?(.*)$/m.exec(
      read(path),
    ) ?? ['', '-']
    const args = line.replaceAll('%i', '1').split(' ').filter(Boolean)
    const settings = settingsOf<Settings>(startCommand, [
      '--base-url',
      'https://feed.example',
      ...args,
    ])
    expect(sentencesOf(settingRejections, settings)).toEqual([])
    // All differ in the first lines and the start only.
    const rest = (text: string) =>
      text.slice(text.indexOf('EnvironmentFile=')).replaceAll(/^#.*\n/gm, '')
    expect(rest(read(path))).toBe(rest(read('systemd/photofeed.service')))
  })
})
