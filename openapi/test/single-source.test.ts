import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))

/** Copies folders of this repository: packages, and what their generators read and write. */
async function copyOf(...folders: string[]): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'photofeed-single-source-'))
  onTestFinished(() => rm(copy, { recursive: true, force: true }))
  await mkdir(join(copy, 'node_modules/@photofeed'), { recursive: true })
  for (const name of await readdir(join(root, 'node_modules'))) {
    if (name === '@photofeed') continue
    await symlink(join(root, 'node_modules', name), join(copy, 'node_modules', name))
  }
  for (const name of folders) {
    const filter = (path: string) => !/[\\/](node_modules|dist)$/.test(path)
    await cp(join(root, name), join(copy, name), { recursive: true, filter })
    await symlink(join(copy, name), join(copy, 'node_modules/@photofeed', name))
  }
  return copy
}

const probe = `
import { createMemoryStore, handle } from '@photofeed/core'

const apiKey = 'a'.repeat(64)
const media = { file: { id: '0'.repeat(32), extension: 'jpg', bytes: 1 }, platformUrl: '' }
const store = createMemoryStore([{
  apiKey,
  account: {
    id: 1, platformId: '1', plan: 'premium', status: 'ready', version: 1, lastFetchAt: null,
    profile: { username: 'u', name: null, biography: null, website: null, picture: null,
      followersCount: null, followsCount: null, mediaCount: null },
  },
  posts: [{
    id: '1', position: 1, publishedAt: 0, mediaType: 'IMAGE', caption: null, altText: null, media, thumbnail: null,
    permalink: '', likeCount: null, commentsCount: null, children: [], comments: [],
  }],
}])
const context = { store, baseUrl: '', cdnUrl: '', supportEmail: '', production: true, onError: (error) => { throw error } }
const ask = async (query) => {
  const request = { method: 'GET', path: '/api/v1/me', query, header: () => undefined, readBody: async () => '' }
  const { headers, body } = await handle(request, context)
  return { cacheControl: headers['Cache-Control'], body: JSON.parse(new TextDecoder().decode(
    typeof body === 'string' ? new TextEncoder().encode(body) : body)) }
}
const page = await ask('page[size]=40&api_key=' + apiKey)
const tooLarge = await ask('page[size]=41&api_key=' + apiKey)
const badFormat = await ask('format=gif&api_key=' + apiKey)
const noKey = await ask('')
console.log(JSON.stringify({
  perPage: page.body.pagination?.perPage,
  widths: Object.keys(page.body.posts?.[0].sizes ?? {}),
  cacheControl: page.cacheControl,
  tooLarge: tooLarge.body.errors?.[0].detail,
  badFormat: badFormat.body.errors?.[0].detail,
  noKeyTitle: noKey.body.errors?.[0].title,
}))
`

async function answers(house: string) {
  const file = join(house, 'probe.mjs')
  await writeFile(file, probe)
  const { stdout } = await run(process.execPath, [file])
  return JSON.parse(stdout)
}

test('a fact that changes in openapi.yaml fails the drift check, and once generated changes what core answers', async () => {
  const house = await copyOf('openapi', 'graphql', 'core', 'scripts')
  expect(await answers(house)).toEqual({
    perPage: 40,
    widths: ['320', '768', '960', '1200'],
    cacheControl: 'max-age=3600, public',
    tooLarge: undefined,
    badFormat: 'The selected format is invalid.',
    noKeyTitle: 'Authentication Required',
  })

  const yaml = join(house, 'openapi/openapi.yaml')
  let text = await readFile(yaml, 'utf8')
  for (const [from, to] of [
    ['maximum: 100', 'maximum: 40'],
    ['enum: The selected format is invalid.', 'enum: No such format.'],
    ["required: ['320', '768', '960', '1200']", "required: ['320', '768', '960', '1440']"],
    ["        '1200':\n          type: string", "        '1440':\n          type: string"],
    ['title: Authentication Required', 'title: Who Is There'],
    ['  seconds: 3600', '  seconds: 60'],
  ] as const) {
    expect(text).toContain(from)
    text = text.replace(from, to)
  }
  await writeFile(yaml, text)
  const generate = (...options: string[]) =>
    run(process.execPath, [join(house, 'scripts/generate/openapi.ts'), ...options])
  await expect(generate('--check')).rejects.toMatchObject({
    stderr: expect.stringContaining(
      'openapi/src/generated/contract.ts does not match openapi.yaml. Run `npm run generate`.',
    ),
  })
  await generate()

  expect(await answers(house)).toEqual({
    perPage: 40,
    widths: ['320', '768', '960', '1440'],
    cacheControl: 'max-age=60, public',
    tooLarge: 'The page[size] field must not be greater than 40.',
    badFormat: 'No such format.',
    noKeyTitle: 'Who Is There',
  })
})

test('an added line in the definitions changes no committed file', async () => {
  const copy = await copyOf('openapi', 'graphql', 'sdk', 'contract', 'docs', 'scripts')
  const linesOf = async () =>
    JSON.parse(await readFile(join(copy, 'contract/definitions/lines.json'), 'utf8'))
  await run(process.execPath, [join(copy, 'scripts/build/definitions.ts')])
  const before = await linesOf()

  for (const file of ['openapi/openapi.yaml', 'graphql/schema.graphql']) {
    const path = join(copy, file)
    await writeFile(path, `# An added line.\n${await readFile(path, 'utf8')}`)
  }
  for (const script of [
    'scripts/generate/openapi.ts',
    'scripts/generate/resource-types.ts',
    'scripts/build/definitions.ts',
    'scripts/generate/rules.ts',
  ]) {
    await run(process.execPath, [join(copy, script), '--check'])
  }
  // The copied definitions were read: each rule is one line further down.
  const moved = Object.entries<number>(before).map(([place, line]) => [place, line + 1])
  expect(await linesOf()).toEqual(Object.fromEntries(moved))
})
