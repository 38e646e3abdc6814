import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { compressFiles } from '../../browser/compress.ts'
import { dashboardAssets } from './static-files.ts'

const script = `console.log(${JSON.stringify('x'.repeat(2000))})`

async function app() {
  const folder = await mkdtemp(join(tmpdir(), 'photofeed-assets-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'dashboard/inner'), { recursive: true })
  await writeFile(join(folder, 'secret.js'), 'secret')
  await writeFile(join(folder, 'dashboard/page.js'), script)
  await writeFile(join(folder, 'dashboard/chunk-AB12CD34.js'), '1')
  await writeFile(join(folder, 'dashboard/codicon-37A3DWZT.ttf'), 'font')
  return { folder, assets: dashboardAssets(pathToFileURL(`${folder}/`)) }
}

test('a named file is revalidated each time with a 304', async () => {
  const { assets } = await app()
  const response = await assets.request('/page.js')
  expect(response.status).toBe(200)
  expect(await response.text()).toBe(script)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'cache-control': 'public, no-cache',
    'content-type': 'text/javascript; charset=utf-8',
    'x-content-type-options': 'nosniff',
  })
  const known = { 'If-None-Match': response.headers.get('etag') ?? '' }
  expect((await assets.request('/page.js', { headers: known })).status).toBe(304)
})

test('a file whose name changes with its content is cached forever', async () => {
  const { assets } = await app()
  const immutable = 'public, max-age=31536000, immutable'
  const chunk = await assets.request('/chunk-AB12CD34.js')
  expect(chunk.headers.get('cache-control')).toBe(immutable)
  const font = await assets.request('/codicon-37A3DWZT.ttf')
  expect(font.headers.get('cache-control')).toBe(immutable)
  expect(font.headers.get('content-type')).toBe('font/ttf')
})

test.each([
  '/',
  '/missing.js',
  '/inner',
  '/..%2Fsecret.js',
  '/%2e%2e%2fsecret.js',
  '/..%5csecret.js',
  '/page.js%00',
  '/page.js/',
])('nothing else is served: %s', async (path) => {
  expect((await (await app()).assets.request(path)).status).toBe(404)
})

test('a file is sent as the build compressed it', async () => {
  const { assets, folder } = await app()
  await compressFiles(pathToFileURL(`${folder}/dashboard/`))
  const response = await assets.request('/page.js', { headers: { 'Accept-Encoding': 'gzip, br' } })
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'text/javascript; charset=utf-8',
    vary: 'Accept-Encoding',
  })
  const compressed = Buffer.from(await response.arrayBuffer())
  expect(brotliDecompressSync(compressed).toString()).toBe(script)
})
