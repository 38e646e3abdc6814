import { build } from 'esbuild'
import { expect, onTestFinished, test, vi } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }
import { startMockWorker } from '../src/browser-in-node.ts'
import { connectMock } from '../src/client.ts'
import { createMock } from '../src/index.ts'
import { loadData, startMockServer } from '../src/node.ts'
import { neededNode } from '../src/node-version.ts'
import { setupMock } from '../src/vitest.ts'

const mock = setupMock({ baseUrl: 'https://photofeed.test' })

const load = (query = '') =>
  fetch(`https://photofeed.test/api/v1/me?api_key=${mock.key('premium')}${query}`)

test('a mock for Vitest has the matchers, and rejects what it does not serve', async () => {
  expect((await load('&page[size]=3')).status).toBe(200)
  expect(mock).toHaveRequested('me', { query: { 'page[size]': '3' }, times: 1 })
  const print = vi.spyOn(console, 'error').mockReturnValue()
  await expect(fetch('https://other.test')).rejects.toThrow(TypeError)
  expect(print).toHaveBeenCalledOnce()
  mock.transition('premium', 'disconnect')
})

test('an entry for pages that is bundled for Node says where it runs', async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: "export * from '@photofeed/mock-server/browser'",
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    platform: 'node',
    // Without the paths of this repository, as an app resolves it.
    tsconfigRaw: {},
    write: false,
    logLevel: 'silent',
  })
  expect(outputFiles[0]?.text).toContain('run in pages only')
  await expect(startMockWorker(createMock())).rejects.toThrow(
    'In Node, pass `...mswHandlers(mock)`',
  )
})

test('an earlier Node gets a sentence from every entry', async () => {
  expect(packageJson.engines.node).toBe(`>=${neededNode}`)
  // The rest of process stays, because a timer of another test may use it.
  const processOf = (versions: object) =>
    Object.create(process, { versions: { value: { ...process.versions, ...versions } } })
  vi.stubGlobal('process', processOf({ node: '20.19.5' }))
  onTestFinished(() => void vi.unstubAllGlobals())
  const sentence =
    '@photofeed/mock-server needs Node 22.12 or later. This is Node 20.19.5. Install a newer version from https://nodejs.org.'
  expect(() => createMock()).toThrow(sentence)
  await expect(startMockServer()).rejects.toThrow(sentence)
  await expect(loadData('accounts.json')).rejects.toThrow(sentence)
  await expect(connectMock('http://127.0.0.1:4500')).rejects.toThrow(sentence)
  vi.stubGlobal('process', processOf({ node: '20.11.1', deno: '2.0.0' }))
  expect(createMock().key('premium')).toHaveLength(64)
})
