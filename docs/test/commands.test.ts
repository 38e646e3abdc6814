import { globSync, readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { settings } from '../../server/src/settings/settings.ts'
import { cliReference, mockHelp } from '../markdown/reference/cli.ts'

const programs: Record<string, string> = {
  contract: 'photofeed-contract',
  'mock-server': 'photofeed-mock',
  server: 'photofeed-server',
}

const root = new URL('../../', import.meta.url)
const pages = globSync(
  [
    '*.md',
    '{sdk,element,mock-server,contract,server}/*.md',
    'docs/{*,manual/*}.md',
    'docs/src/content/**/*.{md,mdx}',
    'examples/**/README.md',
  ],
  { cwd: root, exclude: ['**/node_modules/**'] },
)

/** The flags of each command, by its name with that of the program. */
let commands: Map<string, Set<string>>
/** The commands that have others below them, and no arguments of their own. */
const groups = new Set(['photofeed-server'])
beforeAll(async () => {
  const sections = [...(await cliReference()).split(/^(?=##)/m), mockHelp()]
  commands = new Map(
    sections.flatMap((section) => {
      const name = /(?:^|Usage: )(photofeed-[a-z]+(?: [a-z][a-z-]*)*)/m.exec(section)?.[1]
      if (name && section.includes(`${name} [options] [command]`)) groups.add(name)
      return name ? [[name, new Set(section.match(/--[a-z][a-z\d-]*/g))]] : []
    }),
  )
  // "It takes the settings of `start`."
  for (const flag of commands.get('photofeed-server start') ?? [])
    commands.get('photofeed-server doctor')?.add(flag)
})

test('every command and flag that a page names is one', () => {
  const lines = pages.flatMap((page) =>
    commandLines(readFileSync(new URL(page, root), 'utf8')).map((text) => ({ page, text })),
  )
  expect(lines.length).toBeGreaterThan(100)
  expect([...commands.keys()]).toContain('photofeed-server owners invite')
  expect(lines.filter(({ text }) => !isKnown(text))).toEqual([])
})

/** Flags of other programs. */
const otherFlags = new Set([
  '--allow-net',
  '--errors',
  '--format',
  '--global',
  '--ignore-scripts',
  '--mixed',
  '--mode',
  '--property',
  '--storage',
])

test('every flag in a sentence is one of the program of the page', () => {
  const found = pages.flatMap((page) => {
    const [, folder = ''] = /^(?:docs\/manual\/)?(contract|mock-server|server)\b/.exec(page) ?? []
    const program = programs[page === 'docs/operations.md' ? 'server' : folder] ?? 'photofeed-'
    const known = new Set(
      [...commands].flatMap(([name, flags]) => (name.startsWith(program) ? [...flags] : [])),
    )
    const text = readFileSync(new URL(page, root), 'utf8').replaceAll(
      /^ *```.*?^ *```|<!-- [^>]*?made by.*?<!-- end -->/gms,
      '',
    )
    return [...text.matchAll(/`(--(?!photo-feed-)[a-z][a-z\d-]*)[^`\n]*`/g)]
      .map(([, flag = '']) => ({ page, flag }))
      .filter(({ flag }) => !known.has(flag))
  })
  expect(found.filter(({ flag }) => !otherFlags.has(flag))).toEqual([])
})

test('a setting takes each number that a page gives it', () => {
  const given = /(--[a-z-]+|PHOTOFEED_[A-Z_]+)`?(?:=| | \()(\d+)(?![\w.])/g
  const found = pages.flatMap((page) =>
    [...readFileSync(new URL(page, root), 'utf8').matchAll(given)].flatMap(
      ([, name = '', number]) => {
        const setting = Object.values(settings).find(
          ({ flags, variable }) => flags.split(' ')[0] === name || variable === name,
        )
        return setting
          ? [{ page, name, number, isTaken: setting.schema.safeParse(number).success }]
          : []
      },
    ),
  )
  expect(found.length).toBeGreaterThan(10)
  expect(found.filter(({ isTaken }) => !isTaken)).toEqual([])
})

test('every port of this machine is the default of a program, or one that an example chooses', () => {
  const [, ofMock] = /--port <number>.*?default: (\d+)/s.exec(mockHelp()) ?? []
  const known = new Set([
    ofMock,
    String(settings.port.initial),
    '4600',
    '4401',
    '8080',
    '4010',
    '4318',
  ])
  const found = pages.flatMap((page) =>
    [...readFileSync(new URL(page, root), 'utf8').matchAll(/127\.0\.0\.1:(\d{4})\b/g)].map(
      ([, port]) => ({ page, port }),
    ),
  )
  expect(found.length).toBeGreaterThan(20)
  expect(found.filter(({ port }) => !known.has(port))).toEqual([])
})

/** Whether the program has the command, and the command these flags. Words after a command are its arguments. */
function isKnown(text: string): boolean {
  const words = text.split(' ')
  const end = words.findIndex((word) => !/^[a-z][a-z-]*$/.test(word))
  const named = words.slice(0, end < 0 ? words.length : end)
  while (named.length > 0 && flagsOf(named.join(' ')).size === 0) named.pop()
  const known = flagsOf(named.join(' '))
  const flags = text.match(/(?<= )--[a-z][a-z\d-]*/g) ?? []
  const isWhole =
    !groups.has(named.join(' ')) || end === named.length || words.length === named.length
  return named.length > 0 && isWhole && flags.every((flag) => known.has(flag))
}

/** Returns the flags of a command with those of the commands below it, one of which runs without its name. */
function flagsOf(name: string): Set<string> {
  const found = [...commands].filter(([one]) => one === name || one.startsWith(`${name} `))
  return new Set(found.flatMap(([, flags]) => ['--help', ...flags]))
}

/** Every call of a program in the code of a page, without `npx` before it and what a shell does after it. */
function commandLines(markdown: string): string[] {
  const parts = markdown.split(/^ *```.*$/m)
  const lines = parts.map((part) => part.split('\n'))
  const code = lines.flatMap((part, index) =>
    // A span that goes over a line break would shift all later ones of its part.
    index % 2 === 1 ? part : part.flatMap((line) => line.match(/(?<=`)[^`]+(?=`)/g) ?? []),
  )
  return code.flatMap((line) => {
    const [, scoped, plain, rest = ''] =
      /^(?:\$ )?(?:npx (?:--yes )?@photofeed\/(contract|mock-server|server)|(photofeed-(?:contract|mock|server)|photofeed(?= [a-z])))((?: [^|&>]+)?)/.exec(
        line.trim(),
      ) ?? []
    // The guides' script `photofeed` runs `photofeed-server` with the settings of the service.
    const program = plain === 'photofeed' ? programs.server : (plain ?? programs[scoped ?? ''])
    // A script that passes its arguments on names no command.
    if (!program || rest.includes('"$@"')) return []
    return [`${program}${rest}`.trim()]
  })
}
