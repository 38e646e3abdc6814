import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { tempFolder } from '../../test-support/temp-folder.ts'
import { feedServer } from '../test/support/feed-server.ts'
import { rawGet } from '../test/support/http/raw-get.ts'
import { staticFolder } from './static-folder.ts'

const script = `console.log(${JSON.stringify('x'.repeat(5000))})`

/** A server with a folder of static pages, which is beside a secret. */
async function siteServer() {
  const folder = await tempFolder()
  const [site, outside] = [join(folder, 'site'), join(folder, 'outside')]
  await mkdir(join(site, 'docs'), { recursive: true })
  await mkdir(join(site, '.git'))
  await mkdir(outside)
  await writeFile(join(outside, 'secret.txt'), 'secret')
  await writeFile(join(outside, 'index.html'), 'secret')
  await writeFile(join(site, 'index.html'), '<!doctype html><title>Our feed</title>')
  await writeFile(join(site, 'docs', 'index.html'), 'documentation')
  await writeFile(join(site, 'main.js'), script)
  await writeFile(join(site, 'file'), '0123456789')
  await writeFile(join(site, '.env'), 'secret')
  await writeFile(join(site, '.git', 'config'), 'secret')
  await symlink(join(outside, 'secret.txt'), join(site, 'link.txt'))
  await symlink(outside, join(site, 'linked'))
  await symlink(join(site, '.git'), join(site, 'inside'))
  await symlink(join(site, 'docs'), join(site, 'manual'))
  return feedServer([], { pages: new Hono().use('*', staticFolder(site)) })
}

test.each([
  ['/', 'text/html; charset=utf-8', '<!doctype html><title>Our feed</title>'],
  ['/docs/', 'text/html; charset=utf-8', 'documentation'],
  ['/manual/index.html', 'text/html; charset=utf-8', 'documentation'],
  ['/main.js', 'text/javascript; charset=utf-8', script],
  ['/file', 'application/octet-stream', '0123456789'],
])('%s is a file of the folder', async (path, type, content) => {
  const { url } = await siteServer()
  const { status, headers, body } = await rawGet(`${url}${path}`)
  expect([status, body.toString()]).toEqual([200, content])
  expect(headers).toMatchObject({
    'content-type': type,
    'content-length': String(content.length),
    'cache-control': 'public, no-cache',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'access-control-allow-origin': '*',
    'content-security-policy':
      'sandbox allow-scripts allow-forms allow-modals allow-downloads allow-popups allow-popups-to-escape-sandbox',
  })
})

test.each([
  '/.env',
  '/%2eenv',
  '/.git/config',
  '/docs/../.env',
  '/docs/%2e%2e/.env',
  '/..%2foutside%2fsecret.txt',
  '/../outside/secret.txt',
  '/docs%2findex.html',
  '/docs%5cindex.html',
  '/file%00',
  '/file%zz',
  '/link.txt',
  '/linked/',
  '/linked/secret.txt',
  '/inside/config',
  '/file/',
  '/missing',
])('%s is not', async (path) => {
  const { url } = await siteServer()
  const { status, body } = await rawGet(`${url}${path}`)
  expect([status, body.toString()]).toEqual([404, '404 Not Found'])
})
