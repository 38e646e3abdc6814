import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { buildSchema, parse, validate } from 'graphql'
import { describe, expect, test } from 'vitest'
import { codeFrom } from '../markdown/repository-files.ts'
import { type CodeBlock, codeBlocks, isTyped, writeTypedBlocks } from './code-blocks.ts'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

/** Files whose blocks have tests of their own. */
const tested = [
  'README.md',
  'sdk/README.md',
  'mock-server/README.md',
  'contract/README.md',
  'server/README.md',
  'docs/manual/sdk.md',
  'docs/manual/element.md',
  'docs/manual/mock-server.md',
  'docs/manual/contract.md',
  'docs/operations.md',
].map(read)

const blocks = codeBlocks()

/** Explains why a block is wrong, or why nothing tests it; null if it is fine. */
function problemOf(block: CodeBlock): string | null {
  const { language, meta, code } = block
  const path = /\bfrom=(\S+)/.exec(meta)?.[1]
  if (path) return includeProblem(path, meta)
  if (isTyped(block) || tested.some((text) => text.includes(code.trimEnd()))) return null
  if (language === 'json') return JSON.parse(code) ? null : 'It is empty.'
  if (language === 'html') return htmlProblem(code)
  if (language === 'css') return cssProblem(code)
  if (language === 'sh' || language === 'dotenv') return commandProblem(code)
  if (language === 'graphql') return graphqlProblem(code)
  return `Nothing tests a block of ${language || 'no language'}: include it from a tested file.`
}

function includeProblem(path: string, meta: string): string | null {
  const isTested = /^(examples|docs\/src\/live\/examples|server|contract|graphql|openapi)\//.test(
    path,
  )
  if (!isTested) return `${path} has no tests.`
  const option = (name: string) => new RegExp(`\\b${name}=(\\S+)`).exec(meta)?.[1]
  return codeFrom(path, { lines: option('lines'), region: option('region') })
    ? null
    : 'It is empty.'
}

const manifest = read('element/custom-elements.json')

function htmlProblem(code: string): string | null {
  const [, attributes] = /<photo-feed((?:"[^"]*"|'[^']*'|[^>"'])*)>/.exec(code) ?? []
  const names = [...(attributes ?? '').replaceAll(/=("[^"]*"|'[^']*')/g, '').matchAll(/[\w-]+/g)]
  const unknown = names
    .map(([name]) => name)
    .find((name) => !manifest.includes(`"name": "${name}"`))
  if (unknown && unknown !== 'style' && unknown !== 'class')
    return `<photo-feed> has no attribute ${unknown}.`
  const scripts = [...code.matchAll(/<script[^>]* src="([^"]*)"/g)].map(([, url = '']) => url)
  const isKnown = (url: string) =>
    /\/(embed|photo-feed|f\/\w{8}|__mock\/panel)\.js(\?v=[\d.]+)?$/.test(url)
  const strange = scripts.find((url) => !isKnown(url))
  return strange ? `The service has no script ${strange}.` : cssProblem(code)
}

function cssProblem(code: string): string | null {
  const names = [
    ...[...code.matchAll(/--photo-feed-[\w-]+/g)].map(([name]) => name),
    ...[...code.matchAll(/::part\(([\w-]+)\)/g)].map(([, name = '']) => name),
  ]
  const unknown = names.find((name) => !manifest.includes(`"name": "${name}"`))
  return unknown ? `<photo-feed> has no ${unknown}.` : null
}

const sourceOf = (pattern: string) =>
  globSync(pattern, { cwd: root, exclude: ['**/*.test.ts'] })
    .map(read)
    .join('\n')

const commands: readonly { command: RegExp; source: string }[] = [
  {
    command: /^(npx (--yes )?@photofeed\/mock-server|photofeed-mock)\b/,
    source: 'mock-server/src/**/*.ts',
  },
  {
    command: /^(npx (--yes )?@photofeed\/contract|photofeed-contract)\b/,
    source: 'contract/src/commands/*.ts',
  },
  {
    command: /^(npx @photofeed\/server|photofeed(-server)?) /,
    source: 'server/src/{config.ts,cli/*.ts}',
  },
]
const otherCommands =
  /^(npm (install|ci|start|run pack|run dev|run generate|create)|([A-Z]+_)*PHOTOFEED_(URL|KEY)=|npx (msw init|astro add|next|nuxt|vite|vitest)|node [\w.-]+\.m?js|curl |export |KEY=|openssl rand|git clone|cd |docker )/
/** Its commands have tests of their own. */
const guide = read('docs/operations.md')
const settings = read('docs/settings.md')
const packageNames = new Set([
  ...['sdk', 'element', 'mock-server', 'contract', 'server'].map((name) => `@photofeed/${name}`),
  ...['msw', '@tanstack/react-query', '@photofeed/contract@1'],
])

function commandProblem(code: string): string | null {
  const lines = code.replaceAll('\\\n', ' ').split('\n')
  for (const line of lines.map((line) => line.trim())) {
    if (line === '' || line.startsWith('#')) continue
    const [, variable] = /^(PHOTOFEED_\w+)=/.exec(line) ?? []
    if (variable && settings.includes(`\`${variable}\``)) continue
    const text = line.replace(/^([A-Z_]+=\S* )+(?=\w)/, '').replace(/ &$/, '')
    const known = commands.find(({ command }) => command.test(text))
    if (known) {
      const source = sourceOf(known.source)
      const options = [...text.matchAll(/\s--([\w-]+)/g)].map(([, name = '']) => name)
      const camel = (name: string) => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())
      const unknown = options.find(
        (name) => name !== 'yes' && !source.includes(`--${name}`) && !source.includes(camel(name)),
      )
      if (unknown) return `There is no option --${unknown}: ${line}`
    } else if (!otherCommands.test(text) && !guide.includes(line))
      return `Nothing tests this command: ${line}`
    const packages = /^npm install (.*)$/
      .exec(text)?.[1]
      ?.split(' ')
      .filter((word) => !word.startsWith('-'))
    const strange = packages?.find((name) => !packageNames.has(name))
    if (strange) return `Unknown package ${strange}.`
  }
  return null
}

function graphqlProblem(code: string): string | null {
  const schema = buildSchema(read('graphql/schema.graphql'))
  return validate(schema, parse(code))[0]?.message ?? null
}

describe('code of the pages', () => {
  test('is included, checked or tested elsewhere', () => {
    expect(blocks.length).toBeGreaterThan(50)
    for (const block of blocks) expect.soft(problemOf(block), block.name).toBeNull()
  })

  test('TypeScript is type-checked', async () => {
    const folder = writeTypedBlocks('blocks')
    const tsc = fileURLToPath(new URL('node_modules/typescript-7/bin/tsc', root))
    const { stdout } = await promisify(execFile)(process.execPath, [tsc, '-p', '.'], {
      cwd: folder,
    }).catch((error) => error)
    // An example takes names for granted, such as `page` of a browser. What is said of the others must be right.
    const ofExamples = /TS(2322|2339|2345|2353|2551|2554|2561|2741|2769): (?!.* '(goto|env)')/
    const problems = stdout
      .split('\n')
      .filter((line: string) => !line.startsWith('example-') || ofExamples.test(line))
      .filter((line: string) => !line.startsWith('../'))
    expect(problems.join('\n')).toBe('')
  })
})
