import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { caching } from '@photofeed/openapi'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { debianCommand } from '../../test-support/debian-packages.ts'
import { freePort } from '../../test-support/installed-app.ts'
import { launch } from '../../test-support/processes.ts'
import { tempFolder } from '../../test-support/temp-folder.ts'
import { command } from './cli/command.ts'
import { accountOptions } from './cli/in-process.ts'
import { startDemo } from './support/conforming-server.ts'

/** Only a deployment in production lets caches store its responses. */
const { url: origin, accounts: keys, stop } = await startDemo('--production')
afterAll(stop)

/** Starts a proxy that ends with the test, and waits until it responds. */
async function started(program: string, args: string[], url: string): Promise<void> {
  const proxy = launch(program, args)
  onTestFinished(() => proxy.stop())
  await expect
    .poll(
      async () => {
        if (!proxy.isRunning()) throw new Error(`${program} ended: ${proxy.output()}`)
        return fetch(url).then(
          ({ status }) => status,
          () => null,
        )
      },
      { timeout: 20_000 },
    )
    .toBe(404)
}

async function nginx(): Promise<string> {
  const folder = await tempFolder()
  const port = await freePort()
  await mkdir(join(folder, 'cache'))
  const paths = ['client_body', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  await writeFile(
    join(folder, 'nginx.conf'),
    `daemon off;
master_process off;
pid ${folder}/nginx.pid;
error_log stderr;
events {}
http {
  access_log off;
  ${paths.join('\n  ')}
  proxy_temp_path ${folder}/proxy;
  proxy_cache_path ${folder}/cache keys_zone=feed:1m;
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass ${origin};
      proxy_cache feed;
      proxy_cache_valid 200 1h;
    }
  }
}
`,
  )
  const url = `http://127.0.0.1:${port}`
  const args = ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')]
  await started(await debianCommand('nginx', 'nginx'), args, `${url}/api/none`)
  return url
}

async function varnish(): Promise<string> {
  const folder = await tempFolder()
  const port = await freePort()
  const args = [
    ...['-F', '-j', 'none', '-n', join(folder, 'work'), '-a', `127.0.0.1:${port}`],
    ...['-b', origin.replace('http://', ''), '-s', 'default,16m'],
  ]
  const url = `http://127.0.0.1:${port}`
  await started(await debianCommand('varnishd', 'varnish'), args, `${url}/api/none`)
  return url
}

test.each([
  ['nginx proxy_cache', nginx],
  ['Varnish', varnish],
])('a conforming deployment behind %s passes, and the proxy is named', async (_, start) => {
  const url = await start()
  // The second run finds what the first one stored.
  for (const run of ['first', 'second']) {
    const { code, stdout } = await command(url, ...accountOptions(keys), '--reporter', 'json')
    const { rules, intermediaries, verdict } = JSON.parse(stdout)
    const stored = await fetch(`${url}/api/v1/me?api_key=${Object.values(keys)[0]}`)
    expect(stored.headers.get('cache-control')).toBe(caching.production)
    type Rule = { id: string; outcome: string; cause: string }
    const failed = rules.filter(({ outcome }: Rule) => outcome === 'fail')
    expect([run, code, verdict, failed]).toEqual([run, 0, 'passed', []])
    expect(intermediaries.map(({ kind }: { kind: string }) => kind)).toEqual(['cache'])
    const skipped = rules.filter(({ cause }: Rule) => cause === 'intermediary')
    expect(skipped.map(({ id }: Rule) => id)).toEqual(['head-is-no-get', 'graphql-head'])
  }
})
