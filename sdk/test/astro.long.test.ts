import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { startMockServer } from '../../mock-server/src/node.ts'
import { packPackages } from '../../test-support/installed-app.ts'
import { createFeed } from '../src/entries/index.ts'

const example = fileURLToPath(new URL('../../examples/frameworks/astro-loader', import.meta.url))

test('Astro builds a collection in the order of the feed, revalidates it, and survives an outage', async () => {
  const mock = await startMockServer({ warnings: 'off' })
  onTestFinished(() => mock.close().catch(() => {}))
  const sdk = await packPackages('sdk')
  onTestFinished(() => sdk.remove())
  const service = { baseUrl: mock.url, apiKey: mock.key('premium') }
  const app = await sdk.install(example, { PHOTOFEED_URL: mock.url, PHOTOFEED_KEY: service.apiKey })
  const build = async () => {
    const output = await app.run('build')
    const html = await readFile(join(app.folder, 'dist/index.html'), 'utf8')
    return { output, links: [...html.matchAll(/<a href="([^"]*)"/g)].map(([, link]) => link) }
  }
  const linksOfFeed = async () =>
    (await createFeed(service).posts().toArray({ limit: 120 })).map(({ permalink }) => permalink)
  const statuses = (from: number) => mock.requests.slice(from).map(({ status }) => status)

  expect(await app.run('check')).toMatch(/- 0 errors/)
  const links = await linksOfFeed()
  expect(links).toHaveLength(120)
  expect((await build()).links).toEqual(links)

  let sent = mock.requests.length
  expect((await build()).links).toEqual(links)
  expect(statuses(sent)).toEqual([304, 304])

  mock.transition('premium', 'refresh')
  sent = mock.requests.length
  expect((await build()).links).toEqual(links)
  expect(statuses(sent)).toEqual([200, 200])

  await mock.close()
  const { output, links: last } = await build()
  expect(output).toContain('The service failed, so the posts of the last build are used.')
  expect(output).not.toContain(service.apiKey)
  expect(last).toEqual(links)
}, 900_000)
