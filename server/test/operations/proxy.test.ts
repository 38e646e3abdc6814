import { join } from 'node:path'
import { expect, test } from 'vitest'
import { launch } from '../../../test-support/processes.ts'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { bin } from '../support/commands.ts'
import { serveHttp } from '../support/http/serve-http.ts'

test('with NODE_USE_ENV_PROXY all requests to the platform, its media, the bucket and the edge go through the proxy', async () => {
  const hosts = new Set<string>()
  const proxy = await serveHttp()
  proxy.server.on('connect', ({ url = '' }, socket) => {
    hosts.add(url)
    socket.on('error', () => {})
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
  })
  const env = {
    ...{ ...process.env, NODE_USE_ENV_PROXY: '1' },
    HTTPS_PROXY: proxy.url,
    ...{ AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' },
  }
  const settings = [
    ...['--data', join(await tempFolder(), 'data'), '--base-url', 'https://feed.example'],
    ...['--platform-client-id', '1', '--platform-client-secret', 'hunter2'],
    ...['--media', 's3://bucket', '--s3-endpoint', 'https://s3.example'],
  ]
  const { code } = await launch(process.execPath, [bin, 'doctor', ...settings], { env }).ended
  expect(code).toBe(1)
  const place = (path: string) => JSON.stringify(import.meta.resolve(path))
  const script = `
    import { createGuardedFetch } from ${place('../../../core/src/node/guarded-fetch.ts')}
    import { platformRules } from ${place('../../src/platform/download-rules.ts')}
    import { createEdgePurge } from ${place('../../src/work/edge-purge.ts')}
    import { setFetchTimeouts } from ${place('../../src/start/fetch-timeouts.ts')}
    setFetchTimeouts()
    const { signal } = new AbortController()
    await Promise.allSettled([
      createGuardedFetch(platformRules)(new URL('https://scontent.cdninstagram.com/1.jpg'), { signal }),
      createEdgePurge('https://edge.example/purge')({ mediaId: 'a' }, signal),
    ])`
  await launch(process.execPath, ['--input-type=module', '--eval', script], { env }).ended
  expect([...hosts].sort()).toEqual([
    ...['api.instagram.com:443', 'edge.example:443', 's3.example:443'],
    'scontent.cdninstagram.com:443',
  ])
})
