import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { publint } from 'publint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMockServer } from '../../../mock-server/src/node.ts'
import { npmInstall } from '../../../testing/npm-install.ts'

const run = promisify(execFile)
const packageFolder = fileURLToPath(new URL('../..', import.meta.url))
const root = fileURLToPath(new URL('../../..', import.meta.url))
let project: string
let tarball: string

/** The packed file, installed alone into an empty project. */
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'photofeed-sdk-'))
  await run('npm', ['pack', '--pack-destination', project], { cwd: packageFolder })
  tarball = join(project, (await readdir(project))[0] ?? '')
  await writeFile(join(project, 'package.json'), '{ "private": true, "type": "module" }')
  await npmInstall(project, tarball)
}, 180_000)
afterAll(() => rm(project, { recursive: true, force: true }))

test('publint finds nothing to say', async () => {
  const { messages } = await publint({ pkgDir: packageFolder, strict: true })
  expect(messages).toEqual([])
})

test('types resolve for every kind of consumer', async () => {
  const attw = join(root, 'node_modules/.bin/attw')
  const { stdout } = await run(attw, [tarball, '--format', 'json'], { maxBuffer: 64_000_000 })
  const { analysis, problems } = JSON.parse(stdout)
  expect([analysis.problems, problems]).toEqual([[], {}])
})

test('no generated or third-party type is in the declarations', async () => {
  const dist = join(packageFolder, 'dist')
  const names = (await readdir(dist)).filter((name) => /\.d\.c?ts$/.test(name))
  expect(names.length).toBeGreaterThan(10)
  for (const name of names) {
    const text = await readFile(join(dist, name), 'utf8')
    expect(text, name).not.toMatch(
      /components\["schemas"\]|openapi-fetch|graphql-request|fast-xml-parser|typed-document-node|from 'graphql'/,
    )
  }
})

const types = `
import { createFeed, type FeedPage, InvalidApiKeyError } from '@photofeed/sdk'
import { renderFeed } from '@photofeed/sdk/render'
import { createGraphqlFeed } from '@photofeed/sdk/graphql'
import { imageProps } from '@photofeed/sdk/images'
import { createFeedQueries } from '@photofeed/sdk/query'
import { createRssFeed } from '@photofeed/sdk/rss'
const feed = createFeed({ baseUrl: 'https://feed.example', apiKey: 'x' })
export const page: Promise<FeedPage> = feed.me({ type: 'VIDEO' })
export const all = [InvalidApiKeyError, renderFeed, createGraphqlFeed, imageProps, createFeedQueries(feed), createRssFeed]
// @ts-expect-error: the service has no such type
feed.me({ type: 'STORY' })
`

test.each([
  ['esm.mts', 'node16', 'node16'],
  ['cjs.cts', 'node16', 'node16'],
  ['bundler.ts', 'esnext', 'bundler'],
])('%s type-checks with module %s, resolution %s', async (file, module, resolution) => {
  await mkdir(join(project, 'types'), { recursive: true })
  await writeFile(join(project, 'types', file), types)
  const compilerOptions = {
    ...{ module, moduleResolution: resolution, target: 'es2022', types: [] },
    ...{ lib: ['es2023', 'dom', 'dom.iterable'], strict: true, noEmit: true },
  }
  await writeFile(
    join(project, 'types/tsconfig.json'),
    JSON.stringify({ compilerOptions, files: [file] }),
  )
  await run(join(root, 'node_modules/.bin/tsc'), ['-p', 'types'], { cwd: project }).catch(
    (error: { stdout: string }) => {
      throw new Error(error.stdout)
    },
  )
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
const feed = createFeed({ baseUrl: process.env.FEED, apiKey: process.env.KEY })
const page = await feed.me({ pageSize: 3 })
const { items } = await createRssFeed({ baseUrl: process.env.FEED, apiKey: process.env.KEY }).rss()
const wrong = await createRssFeed({ baseUrl: process.env.FEED, apiKey: 'wrong' }).rss().catch((error) => error)
const graphql = createGraphqlFeed({ baseUrl: process.env.FEED, apiKey: process.env.KEY })
const { data } = await graphql.graphql('{ me(first: 2) { posts { id } } }')
const { post } = await graphql.post(data.me.posts[0].id)
console.log(page.posts.length, items.length, wrong instanceof InvalidApiKeyError, post.id === page.posts[0].id)
`

const scripts = {
  'run.mjs': example(
    [
      "{ createFeed, InvalidApiKeyError } from '@photofeed/sdk'",
      "{ createRssFeed } from '@photofeed/sdk/rss'",
      "{ createGraphqlFeed } from '@photofeed/sdk/graphql'",
    ]
      .map((part) => `import ${part}`)
      .join('\n'),
  ),
  'run.cjs': `(async () => {${example(
    [
      "{ createFeed, InvalidApiKeyError } = require('@photofeed/sdk')",
      "{ createRssFeed } = require('@photofeed/sdk/rss')",
      "{ createGraphqlFeed } = require('@photofeed/sdk/graphql')",
    ]
      .map((part) => `const ${part}`)
      .join('\n'),
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
        expect(stdout, file).toBe('3 100 true true\n')
      }
    } finally {
      await mock.close()
    }
  },
  // Fetching a Node takes as long as the network does.
  600_000,
)

/** Node itself comes from npm where it is published for this machine; elsewhere only the running one is tried. */
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
