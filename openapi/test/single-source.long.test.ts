import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { copyRepository } from '../../test-support/repository-copy.ts'
import { tempFolder } from '../../test-support/temp-folder.ts'

const run = promisify(execFile)
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
const request = async (query) => {
  const me = { method: 'GET', path: '/api/v1/me', query, header: () => undefined, readBody: async () => '' }
  const { headers, body } = await handle(me, context)
  return { cacheControl: headers['Cache-Control'], body: JSON.parse(new TextDecoder().decode(
    typeof body === 'string' ? new TextEncoder().encode(body) : body)) }
}
const page = await request('page[size]=40&api_key=' + apiKey)
const tooLarge = await request('page[size]=41&api_key=' + apiKey)
const badFormat = await request('format=gif&api_key=' + apiKey)
const noKey = await request('')
console.log(JSON.stringify({
  perPage: page.body.pagination?.perPage,
  widths: Object.keys(page.body.posts?.[0].sizes ?? {}),
  cacheControl: page.cacheControl,
  tooLarge: tooLarge.body.errors?.[0].detail,
  badFormat: badFormat.body.errors?.[0].detail,
  noKeyTitle: noKey.body.errors?.[0].title,
}))
`

/** What core responds in a copy of the repository. */
async function responsesIn(copy: string) {
  const file = join(copy, 'probe.mjs')
  await writeFile(file, probe)
  const { stdout } = await run(process.execPath, [file])
  return JSON.parse(stdout)
}

function generate(copy: string, ...options: string[]) {
  return run(process.execPath, [join(copy, 'scripts/generate.ts'), ...options])
}

test('a changed fact of openapi.yaml fails the check, and changes what core responds once it is generated', async () => {
  const copy = await tempFolder()
  await copyRepository(copy)
  expect(await responsesIn(copy)).toEqual({
    perPage: 40,
    widths: ['320', '768', '960', '1200'],
    cacheControl: 'max-age=3600, public',
    tooLarge: undefined,
    badFormat: 'The selected format is invalid.',
    noKeyTitle: 'Authentication Required',
  })

  const yaml = 'openapi/openapi.yaml'
  for (const [file, from, to] of [
    [yaml, 'maximum: 100', 'maximum: 40'],
    [yaml, 'enum: The selected format is invalid.', 'enum: No such format.'],
    [yaml, "required: ['320', '768', '960', '1200']", "required: ['320', '768', '960', '1440']"],
    [yaml, "        '1200':\n          type: string", "        '1440':\n          type: string"],
    [yaml, 'title: Authentication Required', 'title: Who Is There'],
    [yaml, '  seconds: 3600', '  seconds: 60'],
  ] as const) {
    const text = await readFile(join(copy, file), 'utf8')
    expect(text).toContain(from)
    await writeFile(join(copy, file), text.replace(from, to))
  }
  await expect(generate(copy, '--check')).rejects.toMatchObject({
    stderr: expect.stringContaining(
      'openapi/src/generated/contract.ts is missing or out of date. Run `npm run generate`.',
    ),
  })
  await generate(copy)

  expect(await responsesIn(copy)).toEqual({
    perPage: 40,
    widths: ['320', '768', '960', '1440'],
    cacheControl: 'max-age=60, public',
    tooLarge: 'The page[size] field must not be greater than 40.',
    badFormat: 'No such format.',
    noKeyTitle: 'Who Is There',
  })
})
