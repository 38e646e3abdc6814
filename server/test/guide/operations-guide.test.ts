import { existsSync, readFileSync } from 'node:fs'
import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { describe, expect, test } from 'vitest'
import { commands } from '../../cli/run-command.ts'
import { settings } from '../../src/start/settings.ts'
import { testDatabases } from '../support/databases.ts'
import { scrapeEverything, unknownMetrics } from '../support/metrics.ts'

const address = new URL('../../../docs/operations.md', import.meta.url)
const guide = readFileSync(address, 'utf8')
const databases = testDatabases()

describe('every command line', () => {
  const lines = commandLines(guide)

  test('is found', () => expect(lines.length).toBeGreaterThan(15))

  test.each(byText(lines))('%s', (_, { words, flags }) => {
    const { command, args } = called(words)
    const required = command.registeredArguments.filter((argument) => argument.required)
    expect(args.length).toBeGreaterThanOrEqual(required.length)
    expect(args.length).toBeLessThanOrEqual(command.registeredArguments.length)
    const known = command.options.map(({ long }) => long)
    expect(flags.filter((flag) => !known.includes(flag))).toEqual([])
  })
})

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

test('every metric is one that a scrape shows', async () => {
  expect(unknownMetrics(guide, await scrapeEverything(await databases.open()))).toEqual([])
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

/** The command that these words call, and the words that are left for its arguments. */
function called(
  words: readonly string[],
  among: readonly CommandUnknownOpts[] = commands,
): { command: CommandUnknownOpts; args: readonly string[] } {
  // For a command with subcommands, the one that lists.
  const [name = 'list', ...args] = words
  const command = among.find((known) => known.name() === name)
  if (!command) throw new Error(`There is no command ${name}.`)
  return command.commands.length > 0 ? called(args, command.commands) : { command, args }
}

/** A call of the program as a guide shows it. */
interface CommandLine {
  text: string
  /** Names of commands and arguments, in their order. */
  words: string[]
  flags: string[]
}

/** Every `photofeed-server …` of a Markdown text: lines of its blocks, and what stands between backticks. */
function commandLines(markdown: string): CommandLine[] {
  const blocks = [...markdown.matchAll(/^ *```\n(.*?)^ *```/gms)].map(([, block = '']) => block)
  const inline = [...markdown.matchAll(/`(photofeed-server [^`\n]+)`/g)].map(
    ([, text = '']) => text,
  )
  return [...blocks.flatMap((block) => block.split('\n')), ...inline].flatMap(readLine)
}

function readLine(line: string): CommandLine[] {
  const [, behind] = /(?:^| )photofeed-server((?: [^ ]+)+)$/.exec(line.trim()) ?? []
  // A script that passes its arguments on names no command.
  if (behind === undefined || behind === ' "$@"') return []
  const parts = behind.trim().split(' ')
  // The first words are the command and its arguments; a flag's value comes after a flag.
  const end = parts.findIndex((part) => part.startsWith('-'))
  return [
    {
      text: `photofeed-server${behind}`,
      words: end < 0 ? parts : parts.slice(0, end),
      flags: parts.filter((part) => part.startsWith('--')),
    },
  ]
}
