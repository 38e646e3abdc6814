// Calls are interleaved in one run, because only ratios of one run mean something on a shared machine.
import { fileURLToPath } from 'node:url'
import { startChild } from '../../scripts/bench/child-server.ts'
import { median, report, reportMachine } from '../../scripts/bench/report.ts'
import { createFeed } from '../dist/index.js'

const warmUp = 300
const calls = 2000
const apiKey = 'e2f0c5a23950f0acb37104e95aab00db7ae161323aa4e249fd0fa4effb4d18c8'

reportMachine()
const bin = fileURLToPath(new URL('../../mock-server/bin/photofeed-mock.js', import.meta.url))
const server = await startChild([bin, '--port', '0', '--json', '--warnings', 'off'])
try {
  const feed = createFeed({ baseUrl: server.url, apiKey })
  for (const [pageSize, limit] of [
    [12, 1.25],
    [100, 1.1],
  ] as const) {
    const url = `${server.url}/api/v1/me?page%5Bsize%5D=${pageSize}&api_key=${apiKey}`
    const ours: number[] = []
    const theirs: number[] = []
    for (let call = 0; call < warmUp + calls; call++) {
      const own = await milliseconds(() => feed.me({ pageSize }))
      const bare = await milliseconds(async () => JSON.parse(await (await fetch(url)).text()))
      if (call < warmUp) continue
      ours.push(own)
      theirs.push(bare)
    }
    const [own, bare] = [median(ours), median(theirs)]
    report(`feed.me(), ${pageSize} posts`, own, bare, 'ms', 'ms for fetch and JSON.parse')
    console.log(`  ratio ${(own / bare).toFixed(2)} (at most ${limit})`)
  }
} finally {
  await server.stop()
}

async function milliseconds(call: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await call()
  return performance.now() - start
}
