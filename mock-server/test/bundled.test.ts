import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { tempFolder } from '../../test-support/temp-folder.ts'

/** Starts a mock, and prints what it responds to all kinds of requests. */
const program = `
import { request } from 'node:https'
import { createMock } from '@photofeed/mock-server'
import { startMockServer } from '@photofeed/mock-server/node'

async function main() {
  const server = await startMockServer()
  const key = server.key('premium')
  const me = await (await fetch(server.url + '/api/v1/me?page[size]=50&api_key=' + key)).json()
  const video = me.posts.find((post) => post.mediaType === 'VIDEO').mediaUrl
  const graphql = '/graphql?query={me{username}}&api_key=' + key
  const paths = ['/', '/__mock', '/__mock/page.js', '/__mock/icon.svg', '/__mock/api/state', '/embed.js',
    '/api/v1/rss?api_key=' + key, graphql, me.posts[0].sizes['320'], video]
  const script = await (await fetch(server.url + '/embed.js')).text()
  paths.push(...new Set(script.match(/photo-feed\\/[\\w-]+\\.js/g).map((path) => '/' + path)))
  const responses = []
  for (const path of paths) {
    const { status, headers } = await fetch(new URL(path, server.url))
    responses.push([status, headers.get('content-type').split(';')[0]])
  }
  await server.close()
  const secure = await startMockServer({ https: true })
  await new Promise((resolve) => request(secure.url + '/', { ca: secure.certificate }, (response) => {
    responses.push([response.statusCode, 'over HTTPS'])
    response.resume().on('end', resolve)
  }).end())
  await secure.close()
  const mock = createMock()
  const { status } = await mock.fetch('https://photofeed.test/api/v1/me?api_key=' + mock.key('premium'))
  responses.push([status, 'mock.fetch'])
  console.log(JSON.stringify(responses))
}
main()
`

test.each(['cjs', 'esm'] as const)('a mock in a bundle (%s) answers everything', async (format) => {
  const folder = await tempFolder()
  const outfile = join(folder, format === 'cjs' ? 'main.cjs' : 'main.mjs')
  await build({
    stdin: { contents: program, resolveDir: import.meta.dirname },
    bundle: true,
    platform: 'node',
    format,
    outfile,
    // Without the paths of this repository, as an app resolves it.
    tsconfigRaw: {},
    logLevel: 'silent',
  })
  // As in a Lambda or a single executable: there is this file alone, and nothing can be written.
  const args = ['--permission', `--allow-fs-read=${folder}`, outfile]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder })
  const responses: [status: number, type: string][] = JSON.parse(stdout)
  expect(responses.filter(([status]) => status !== 200)).toEqual([])
  const types = responses.map(([, type]) => type)
  expect(types.slice(0, 10)).toEqual([
    ...['text/html', 'text/html', 'text/javascript', 'image/svg+xml', 'application/json'],
    ...['text/javascript', 'application/rss+xml', 'application/json', 'image/jpeg', 'video/mp4'],
  ])
  expect(types.slice(-2)).toEqual(['over HTTPS', 'mock.fetch'])
  expect(types.length).toBeGreaterThan(15)
})
