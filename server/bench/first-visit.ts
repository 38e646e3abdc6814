// Measures the first visit of a page with 12 pictures: while the API has to resize them, and after a worker with
// --resize-new-pictures has. Build first: `npm run build`.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { concurrentMap } from '@photofeed/core/node'
import { pictures } from '@photofeed/core/scenarios'
import { median } from '../../scripts/bench/median.ts'
import { reportMachine } from '../../scripts/bench/report.ts'
import { openDataFolder } from '../src/data-folder.ts'
import { connectUsers, LoadedProcess, startServices } from './load-world.ts'

const count = 12
const rounds = 5
const width = '768'
/** As a browser does over HTTP/1.1. */
const requestsAtOnce = 6

reportMachine()
for (const format of ['jpg', 'webp']) await measure(format)

async function measure(format: string): Promise<void> {
  await using stack = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'photofeed-visit-'))
  stack.defer(() => rmSync(folder, { recursive: true, force: true }))
  const { emulator, args } = stack.use(await startServices(1200))
  const data = stack.use(await openDataFolder(folder, undefined, {}, { migrate: true }))
  const [key] = await connectUsers(data.database, emulator, { accounts: 1, postsEach: count })
  const [user] = emulator.users.list()
  for (const [index, post] of user?.posts.entries() ?? []) {
    post.media = { file: null, platformUrl: `/v/${pictures[index]?.number}.jpg` }
  }
  const api = await LoadedProcess.start('API', ['--role', 'api', '--port', '0', '--data', folder])
  stack.defer(() => api.process.stop())
  const { url = '' } = api.ready
  const worker = await LoadedProcess.start('worker', [
    ...['--role', 'worker', '--data', folder, '--base-url', url, ...args],
    ...['--resize-new-pictures', format],
  ])
  stack.defer(() => worker.process.stop())
  while (resized().length < count * 4) await setTimeout(100)
  await setTimeout(1000)

  const what = `${count} pictures, ${width} wide, ${format}, resized by`
  console.log(`${what} the worker: ${await repeat(() => {})}`)
  const removeResized = () => {
    for (const file of resized()) rmSync(join(folder, 'media', file))
  }
  console.log(`${what} the API: ${await repeat(removeResized)}`)

  function resized(): string[] {
    const files = readdirSync(join(folder, 'media'), { recursive: true, encoding: 'utf8' })
    return files.filter((file) => /\.\d+\.\w+$/.test(file))
  }

  /** Visits the page several times, and returns the medians. */
  async function repeat(prepare: () => void): Promise<string> {
    const visits: { ms: number; apiMs: number }[] = []
    for (let round = 0; round < rounds; round += 1) {
      prepare()
      const before = { at: performance.now(), cpu: api.process.cpuMs() }
      const page = await fetch(`${url}/api/v1/me?api_key=${key}&format=${format}`)
      const { posts } = (await page.json()) as { posts: { sizes: Record<string, string> }[] }
      const addresses = posts.map(({ sizes }) => sizes[width] ?? '')
      await concurrentMap(addresses, requestsAtOnce, async (address) => {
        const response = await fetch(address)
        if (response.status !== 200) throw new Error(`HTTP ${response.status}: ${address}`)
        await response.arrayBuffer()
      })
      visits.push({ ms: performance.now() - before.at, apiMs: api.process.cpuMs() - before.cpu })
    }
    const of = (name: 'ms' | 'apiMs') => median(visits.map((visit) => visit[name])).toFixed(0)
    return `${of('ms')} ms, of it ${of('apiMs')} ms of a core in the API process`
  }
}
