// Makes the edits of CONTRIBUTING.md in copies of the repository, and lists what fails then.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify, stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { copyRepository } from '../../test-support/repository-copy.ts'
import { tempFolder } from '../../test-support/temp-folder.ts'
import { tsc } from '../build/typescript.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const guide = await readFile(join(root, 'CONTRIBUTING.md'), 'utf8')

/** Inserts `added` after the first `place`. */
type Edit = [file: string, place: string, added: string]

const account = (name: string, more: string) => `
  {
    name: '${name}',
    apiKey: '${'0123456789abcdef'.repeat(4)}',
    ${more}
    description: 'Follows CONTRIBUTING.md',
  },`

/** The edits of each change. */
const changes: Record<string, Edit[]> = {
  'a parameter': [
    [
      'openapi/openapi.yaml',
      "        - $ref: '#/components/parameters/FilterType'\n",
      "        - $ref: '#/components/parameters/FilterExample'\n",
    ],
    [
      'openapi/openapi.yaml',
      '\n  parameters:\n',
      '    FilterExample:\n      name: filter[example]\n      in: query\n      schema:\n        type: string\n',
    ],
    ['graphql/schema.graphql', '    publishedBefore: String\n', '    example: String\n'],
    ['graphql/operations/feed.graphql', '  $type: String\n', '  $example: String\n'],
    ['graphql/operations/feed.graphql', '    type: $type\n', '    example: $example\n'],
  ],
  'a field of posts': [
    [
      'openapi/openapi.yaml',
      '\n    Post:\n      description: A post of the account; for a VIDEO render `thumbnailUrl` as the image\n      type: object\n      additionalProperties: false\n      required: [id,',
      ' example,',
    ],
    [
      'openapi/openapi.yaml',
      "          description: Almost always null\n          type: [string, 'null']\n",
      "        example:\n          type: [string, 'null']\n",
    ],
    ['graphql/schema.graphql', '  altText: String\n', '  example: String\n'],
    ['graphql/operations/post.graphql', '  altText\n', '  example\n'],
    ['core/src/store.ts', '  altText: string | null\n', '  example: string | null\n'],
    [
      'server/src/platform/platform-schema.ts',
      '  alt_text: lenient(text),\n',
      '  example: lenient(text),\n',
    ],
    ['server/emulator/fields.ts', "'alt_text', ", "'example', "],
    [
      'mock-server/src/builders/schemas.ts',
      '  altText: z.nullish(text),\n',
      '  example: z.nullish(text),\n',
    ],
  ],
  'a plan': [
    [
      'openapi/openapi.yaml',
      '\nx-plans:\n',
      '  example:\n    name: Example\n    readablePosts: null\n    defaultPageSize: 100\n    maximumPageSize: 100\n    cursors: true\n    sizes: true\n    connectedAccounts: 100\n    postRefreshSeconds: 600\n',
    ],
    [
      'core/src/scenarios/scenarios.ts',
      'export const accountScenarios = [',
      account('example', "plan: 'example',\n    status: 'ready',"),
    ],
  ],
  'a fault of the mock': [
    [
      'core/src/scenarios/scenarios.ts',
      'export const faultScenarios = [',
      account('example', "...healthy,\n    fault: 'example',"),
    ],
  ],
}

/** How many files then do not compile at least, with an error that says what is missing. */
const places: Record<string, number> = {
  'a parameter': 7,
  'a field of posts': 12,
  'a plan': 3,
  'a fault of the mock': 4,
}

/** The tests that then compile and fail. */
const red: Record<string, string[]> = {
  'a parameter': ['contract/src/catalog/catalog.test.ts', 'sdk/src/feed/selection.test.ts'],
}

/** The files of the second column in the row of a change, sorted. */
function editedFiles(change: string): string[] {
  const row = guide.split('\n').find((line) => line.startsWith(`| ${change} |`)) ?? ''
  return [...(row.split('|')[2] ?? '').matchAll(/`([^`]+\/[^`]+)`/g)]
    .map(([, path = '']) => path)
    .toSorted()
}

async function make(edits: readonly Edit[], folder: string): Promise<void> {
  for (const [file, place, added] of edits) {
    const text = await readFile(join(folder, file), 'utf8')
    expect(text, file).toContain(place)
    await writeFile(
      join(folder, file),
      text.replace(place, () => place + added),
    )
  }
}

/** The files that do not compile, sorted. */
async function typeErrors(cwd: string): Promise<string[]> {
  const { stdout } = await run(process.execPath, [tsc, '-p', '.'], { cwd }).catch((error) => error)
  const files = [...stdout.matchAll(/^(\S+)\(\d+,\d+\): error /gm)].map(([, file]) => file)
  return [...new Set(files)].toSorted()
}

test.each(Object.entries(changes))(
  '%s: the compiler and the tests name the other files',
  async (change, edits) => {
    expect([...new Set(edits.map(([file]) => file))].toSorted()).toEqual(editedFiles(change))
    const copy = await tempFolder()
    await copyRepository(copy)
    await make(edits, copy)
    await run('npm', ['run', 'generate'], { cwd: copy })
    const files = await typeErrors(copy)
    expect(files.length, files.join('\n')).toBeGreaterThanOrEqual(places[change] ?? 1)
    for (const file of red[change] ?? []) {
      const vitest = join(root, 'node_modules/vitest/vitest.mjs')
      const args = [vitest, 'run', '--mode', 'unit', file]
      await expect(run(process.execPath, args, { cwd: copy }), file).rejects.toMatchObject({
        stdout: expect.stringMatching(/Tests .*\d failed/),
      })
    }
  },
  300_000,
)

test('a limit of a field: core and the mock enforce it, and a test fails if one does not', async () => {
  const copy = await tempFolder()
  await copyRepository(copy)
  const unitTests = () => {
    const vitest = join(root, 'node_modules/vitest/vitest.mjs')
    const files = ['core/src/posts.test.ts', 'mock-server/src/builders/account.test.ts']
    const result = run(process.execPath, [vitest, 'run', '--mode', 'unit', ...files], { cwd: copy })
    return result.then(
      () => 'passed',
      ({ stdout }) => /Tests .*\d failed/.exec(stripVTControlCharacters(stdout))?.[0],
    )
  }
  const yaml = join(copy, 'openapi/openapi.yaml')
  const unlimited = await readFile(yaml, 'utf8')
  const text = /(leaves it out\n( +)type: string\n)( +maxLength: \d+\n)?/
  await writeFile(yaml, unlimited.replace(text, '$1$2maxLength: 30\n'))
  await run('npm', ['run', 'generate'], { cwd: copy })
  expect(await typeErrors(copy)).toEqual([])
  expect(await unitTests()).toBe('passed')
  for (const [file, from, to] of [
    ['core/src/page.ts', 'limitPost(post)', 'post'],
    ['mock-server/src/builders/schemas.ts', 'limits.Comment', '{}'],
  ] as const) {
    const source = await readFile(join(copy, file), 'utf8')
    expect(source).toContain(from)
    await writeFile(join(copy, file), source.replace(from, to))
    expect(await unitTests(), file).toMatch(/1 failed/)
    await writeFile(join(copy, file), source)
  }
}, 300_000)

test('every file that CONTRIBUTING.md names exists', async () => {
  const paths = [...guide.matchAll(/`([\w./-]+\/[\w.-]*\.\w+)`/g)].map(([, path = '']) => path)
  expect(paths.length).toBeGreaterThan(20)
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
})
