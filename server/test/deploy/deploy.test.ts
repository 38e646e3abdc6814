// The files for operators: alerts, a dashboard, and units of systemd.
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import root from '../../../package.json' with { type: 'json' }
import packageJson from '../../package.json' with { type: 'json' }
import { startCommand } from '../../src/cli/start.ts'
import type { Settings } from '../../src/settings/settings.ts'
import { sentencesOf, settingRejections } from '../../src/start/rejections.ts'
import { settingsOf } from '../support/commands.ts'
import { testDatabases } from '../support/databases.ts'
import { scrapeEverything, unknownMetrics } from '../support/metrics.ts'
import { scenarios } from './alert-scenarios.ts'

const folder = new URL('../../deploy/', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, folder), 'utf8')
const databases = testDatabases()

test('the package has the files', () => {
  expect(packageJson.files).toContain('deploy')
})

test('alerts and the dashboard name metrics that a scrape shows', async () => {
  const scraped = await scrapeEverything(await databases.open())
  for (const name of ['timestamp_seconds', 'missing_files']) {
    expect(read('systemd/photofeed-backup.service')).toContain(`"photofeed_backup_${name} $`)
  }
  for (const path of ['prometheus/rules.yml', 'grafana/dashboard.json']) {
    expect([path, unknownMetrics(read(path), scraped)]).toEqual([path, []])
  }
})

test('each alert has a severity, a section of the guide that says what to do, and a scenario', () => {
  const { groups } = parse(read('prometheus/rules.yml')) as {
    groups: { rules: { alert?: string; labels: object; annotations: object }[] }[]
  }
  const alerts = (groups[0]?.rules ?? []).filter(({ alert }) => alert !== undefined)
  for (const { alert, labels, annotations } of alerts) {
    expect(labels).toEqual({ severity: expect.stringMatching(/^(?:critical|warning)$/) })
    expect(annotations).toEqual({
      summary: expect.stringMatching(/\.$/),
      action: expect.stringMatching(/\.$/),
      runbook_url: `${root.repository}/blob/main/docs/operations.md#${alert?.toLowerCase()}`,
    })
  }
  expect(alerts.length).toBeLessThan(20)
  const firing = scenarios.flatMap(({ fires }) => fires.map((name) => `Photofeed${name}`))
  expect([...new Set(firing)].sort()).toEqual(alerts.map(({ alert }) => alert).sort())
})

describe('the unit of systemd', () => {
  const units = globSync('systemd/*.service', { cwd: folder }).filter(
    (path) => !path.includes('backup'),
  )

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
