import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { publint } from 'publint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startMockServer } from '../../../mock-server/src/node.ts'
import { attw, npmInstall } from '../../../test-support/npm-install.ts'
import { fetchTypes } from '../../../test-support/type-errors.ts'

const run = promisify(execFile)
const packageFolder = fileURLToPath(new URL('../..', import.meta.url))
const root = fileURLToPath(new URL('../../..', import.meta.url))
let project: string
let tarball: string

/** Installs the tarball into an empty project, with the parser that readers of RSS install. */
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'photofeed-sdk-'))
  await run('npm', ['pack', '--pack-destination', project], { cwd: packageFolder })
  tarball = join(project, (await readdir(project))[0] ?? '')
  await writeFile(join(project, 'package.json'), '{ "private": true, "type": "module" }')
  await npmInstall(project, tarball, 'fast-xml-parser@5')
}, 180_000)
afterAll(() => rm(project, { recursive: true, force: true }))

test('the tarball has the license and no source maps', async () => {
  const { stdout } = await run('tar', ['-tzf', tarball])
  const files = stdout.trim().split('\n')
  expect(files).toEqual(
    expect.arrayContaining(
      ['LICENSE', 'README.md', 'THIRD_PARTY_LICENSES.txt', 'package.json', 'dist/index.js'].map(
        (name) => `package/${name}`,
      ),
    ),
  )
  expect(files.filter((name) => /\.map$|\.test\.|^package\/(src|test)\//.test(name))).toEqual([])
  const { repository } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8'))
  expect(repository.url).toMatch(/^git\+https:/)
})

test('publint has no messages', async () => {
  const { messages } = await publint({ pkgDir: packageFolder, strict: true })
  expect(messages).toEqual([])
})

test('types resolve for every kind of consumer', async () => {
  // Nobody imports the definitions, which are data.
  const data = ['./schema.graphql', './openapi.json', './openapi-3.0.json']
  const options = ['--format', 'json', '--exclude-entrypoints', ...data]
  const { stdout } = await run('npx', [...attw, tarball, ...options], { maxBuffer: 64_000_000 })
  const { analysis, problems } = JSON.parse(stdout)
  expect([analysis.problems, problems]).toEqual([[], {}])
})

test('the declarations have no third-party type but that of the entry rest', async () => {
  const dist = join(packageFolder, 'dist')
  const names = (await readdir(dist)).filter((name) => /\.d\.c?ts$/.test(name))
  expect(names.length).toBeGreaterThan(10)
  for (const name of names.filter((each) => !/^rest\b/.test(each))) {
    const text = await readFile(join(dist, name), 'utf8')
    expect(text, name).not.toMatch(
      /graphql-request|fast-xml-parser|typed-document-node|from '(graphql|openapi-fetch)'/,
    )
  }
})

const types = `
import { createFeed, type FeedPage, InvalidApiKeyError, isPhotofeedError, type Post, safe } from '@photofeed/sdk'
import { cachedFetch } from '@photofeed/sdk/cache'
import { FeedDocument, graphql } from '@photofeed/sdk/graphql'
import { imageAttributes, imageProps, nextImageProps } from '@photofeed/sdk/images'
import { rss } from '@photofeed/sdk/rss'
const fetch = cachedFetch({ store: new Map<string, string>(), staleIfError: 3_600_000 })
const feed = createFeed({ baseUrl: 'https://feed.example', apiKey: 'x', fetch })
export const page: Promise<FeedPage> = feed.me({ type: 'VIDEO', cursor: null, publishedAfter: new Date() })
export async function albums(): Promise<number> {
  const { posts } = await feed.me({ include: ['children'] })
  return posts.map((post) => post.children.length)[0] ?? 0
}
export const second = page.then((first) => feed.next(first))
export const username = graphql(feed, FeedDocument, { first: 3 }).then(({ data }) => data.me?.username)
export const items = rss(feed).then((result) => result.items)
export const result = safe(feed.account())
export const all = [InvalidApiKeyError, isPhotofeedError]
export const pictures = (post: Post) => [imageAttributes(post), imageProps(post), nextImageProps(post)]
// @ts-expect-error: the service has no such type
feed.me({ type: 'STORY' })
// @ts-expect-error: the document has no such variable
graphql(feed, FeedDocument, { count: 3 })
`

const typesOfOtherEntries = `${types}
import { createFeedQueries } from '@photofeed/sdk/query'
export const queries = createFeedQueries(feed)
`

/** Type-checks a file of the project, the declarations of the package included. */
async function typeCheck(
  file: string,
  text: string,
  tsc: string,
  compilerOptions: object,
  withDom: boolean,
) {
  const folder = join(project, 'types')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, file), text)
  const files = [file]
  if (!withDom) {
    await writeFile(join(folder, 'fetch.d.ts'), fetchTypes)
    files.push('fetch.d.ts')
  }
  const shared = { target: 'es2022', types: [], strict: true, noEmit: true }
  const config = { compilerOptions: { ...shared, ...compilerOptions }, files }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
  await run(process.execPath, [tsc, '-p', 'types'], { cwd: project }).catch(
    (error: { stdout: string }) => {
      throw new Error(error.stdout)
    },
  )
}

const tscOf = (folder: string) => join(folder, 'node_modules/typescript/bin/tsc')

test.each([
  ['esm.mts', 'node16', 'node16'],
  ['cjs.cts', 'node16', 'node16'],
  ['bundler.ts', 'esnext', 'bundler'],
])('%s type-checks with module %s, resolution %s', async (file, module, moduleResolution) => {
  const lib = ['es2023', 'dom', 'dom.iterable']
  const options = { module, moduleResolution, lib, skipLibCheck: true }
  await typeCheck(file, typesOfOtherEntries, tscOf(root), options, true)
})

const consumers = [
  ['esm.mts', 'node16', 'node16'],
  ['cjs.cts', 'node16', 'node16'],
  ['bundler.ts', 'esnext', 'bundler'],
] as const

// Before 5.4, the declarations of openapi-fetch have errors, and a feed has no name in declarations.
describe.each([
  ['5.0.4', { skipLibCheck: true }],
  ['5.4.5', { noEmit: false, declaration: true, outDir: 'out' }],
])('TypeScript %s with the types of fetch alone', (version, options) => {
  const folder = () => join(project, `typescript-${version}`)
  // Installing TypeScript takes as long as the network does.
  beforeAll(async () => {
    await mkdir(folder())
    await writeFile(join(folder(), 'package.json'), '{}')
    await npmInstall(folder(), `typescript@${version}`)
  }, 600_000)

  test.each(consumers)('%s type-checks with module %s', async (file, module, moduleResolution) => {
    const all = { module, moduleResolution, lib: ['es2022'], ...options }
    const exported = types.replace('const feed =', 'export const feed =')
    const text = 'declaration' in options ? exported : types
    await typeCheck(file, text, tscOf(folder()), all, false)
  })
})

test('the README’s first example runs as written', async () => {
  const mock = await startMockServer({ clock: () => Date.UTC(2026, 10, 20) })
  try {
    const readme = await readFile(join(packageFolder, 'README.md'), 'utf8')
    const code = /```js\n(\/\/ first\.mjs\n[\s\S]*?)```/.exec(readme)?.[1] ?? ''
    await writeFile(join(project, 'first.mjs'), code.replace('http://127.0.0.1:4500', mock.url))
    const { stdout } = await run(process.execPath, ['first.mjs'], { cwd: project })
    const lines = stdout.trimEnd().split('\n')
    expect(lines[0]).toBe('harbour.and.hearth ready')
    expect(lines.slice(1)).toEqual(
      Array(3).fill(
        expect.stringMatching(/^2026-11-\d\dT[\d:]+\+00:00 http:.*\/media\/320\/\w+\.jpg$/),
      ),
    )
  } finally {
    await mock.close()
  }
})

const example = (load: string) => `
${load}
const baseUrl = process.env.FEED
const feed = createFeed({ baseUrl, apiKey: process.env.KEY, fetch: cachedFetch({ store: new Map() }) })
const page = await feed.me({ pageSize: 3 })
const next = await feed.next(JSON.parse(JSON.stringify(page)))
const { items } = await rss(feed)
const wrong = await safe(rss(feed.withOptions({ apiKey: '0'.repeat(64) })))
const { data } = await graphql(feed, '{ me(first: 2) { posts { id } } }')
const { data: { post } } = await graphql(feed, PostDocument, { id: data.me.posts[0].id })
console.log(page.posts.length, next.posts.length, items.length, wrong.error instanceof InvalidApiKeyError, post.id === page.posts[0].id)
`

const loads = [
  ['{ createFeed, InvalidApiKeyError, safe }', '@photofeed/sdk'],
  ['{ cachedFetch }', '@photofeed/sdk/cache'],
  ['{ rss }', '@photofeed/sdk/rss'],
  ['{ graphql, PostDocument }', '@photofeed/sdk/graphql'],
]

const scripts = {
  'run.mjs': example(loads.map(([names, from]) => `import ${names} from '${from}'`).join('\n')),
  'run.cjs': `(async () => {${example(
    loads.map(([names, from]) => `const ${names} = require('${from}')`).join('\n'),
  )}})()`,
}

test.each([20, 22, 24, 26])(
  'runs on Node %d, as ESM and as CommonJS',
  async (version) => {
    const node = await nodeOf(version)
    const mock = await startMockServer({ warnings: 'off' })
    try {
      for (const [file, code] of Object.entries(scripts)) {
        await writeFile(join(project, file), code)
        const { stdout } = await run(node, [file], {
          cwd: project,
          env: { ...process.env, FEED: mock.url, KEY: mock.key('premium') },
        })
        expect(stdout, file).toBe('3 3 100 true true\n')
      }
    } finally {
      await mock.close()
    }
  },
  // Installing Node takes as long as the network does.
  600_000,
)

/** Installs Node from npm where it is published for this platform; elsewhere the running Node is used. */
async function nodeOf(version: number): Promise<string> {
  const isPublished = process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch)
  if (!isPublished || process.version.startsWith(`v${version}.`)) return process.execPath
  const folder = join(project, `node-${version}`)
  const name = `node-linux-${process.arch}`
  await mkdir(folder)
  await writeFile(join(folder, 'package.json'), '{}')
  await npmInstall(folder, `${name}@${version}`)
  return join(folder, 'node_modules', name, 'bin/node')
}
