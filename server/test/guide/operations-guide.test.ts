import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { settings } from '../../src/settings/settings.ts'
import { testDatabases } from '../support/databases.ts'
import { metricNames, scrapeEverything, unknownMetrics } from '../support/metrics.ts'

const address = new URL('../../../docs/operations.md', import.meta.url)
const guide = readFileSync(address, 'utf8')
const databases = testDatabases()

test('every setting is one', () => {
  const known = new Set(
    Object.values(settings).flatMap(({ variable, secret }) => [
      variable,
      ...(secret ? [`${variable}_FILE`] : []),
    ]),
  )
  const named = new Set(guide.match(/PHOTOFEED_[A-Z\d_]+/g))
  expect(named.size).toBeGreaterThan(15)
  expect([...named].filter((name) => !known.has(name))).toEqual([])
})

test('every metric is one that a scrape shows, and each of ours has a row', async () => {
  const scraped = await scrapeEverything(await databases.open())
  expect(unknownMetrics(guide, scraped)).toEqual([])
  const ours = [...metricNames(scraped)].filter((name) => !/^\w+_(nodejs|process)_/.test(name))
  expect(ours.filter((name) => !guide.includes(`\n| \`${name}\` |`))).toEqual([])
})

test('every link leads somewhere', () => {
  const links = [...guide.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link)
  expect(links.length).toBeGreaterThan(15)
  for (const link of links) {
    const [path = '', anchor] = link.split('#')
    const target = path === '' ? address : new URL(path, address)
    expect([link, existsSync(target)]).toEqual([link, true])
    if (anchor) expect(anchors(readFileSync(target, 'utf8'))).toContain(anchor)
  }
})

/** As GitHub makes them of headings. */
function anchors(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  )
}
