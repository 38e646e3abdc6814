import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { options } from '../../src/config.ts'
import { createMetrics } from '../../src/operations/metrics.ts'
import { testDatabases } from '../support/databases.ts'
import { type CommandLine, commandLines } from './command-lines.ts'
import { called } from './program.ts'

const address = new URL('../../../docs/operations.md', import.meta.url)
const guide = readFileSync(address, 'utf8')
const databases = testDatabases()

describe('every command line', () => {
  const lines = commandLines(guide)

  test('is found', () => expect(lines.length).toBeGreaterThan(15))

  test.each(byText(lines))('%s', (_, { words, flags }) => {
    const { command, args } = called(words)
    expect(args.length).toBe(command.registeredArguments.length)
    const known = command.options.map(({ long }) => long)
    expect(flags.filter((flag) => !known.includes(flag))).toEqual([])
  })
})

test('every setting is one', () => {
  const known = new Set(Object.values(options).map(({ envVar }) => envVar))
  const named = new Set(guide.match(/PHOTOFEED_[A-Z\d_]+/g))
  expect(named.size).toBeGreaterThan(15)
  expect([...named].filter((name) => !known.has(name))).toEqual([])
})

test('every metric is one that a scrape shows', async () => {
  const { tables } = await databases.open()
  const scraped = await createMetrics({ db: tables.db, clock: () => 0 }).scrape()
  const known = new Set([...scraped.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name))
  const named = new Set(guide.match(/photofeed_[a-z\d_]+/g))
  expect(named.size).toBeGreaterThan(8)
  expect([...named].filter((name) => !known.has(name.replace(/_bucket$/, '')))).toEqual([])
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

function byText(lines: readonly CommandLine[]): [string, CommandLine][] {
  return [...new Map(lines.map((line) => [line.text, line]))]
}

/** As GitHub makes them of headings. */
function anchors(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  )
}
