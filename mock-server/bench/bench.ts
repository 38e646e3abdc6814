import { fileURLToPath } from 'node:url'
import { startChild } from '../../testing/bench/child-server.ts'
import { compare } from '../../testing/bench/compare.ts'
import { median } from '../../testing/bench/median.ts'
import { reportMachine } from '../../testing/bench/report.ts'
import { createMockFeed } from '../src/index.ts'
import { compareFirstPages } from './first-pages.ts'

const starts = 15
const args = [
  fileURLToPath(new URL('../bin/photofeed-mock.js', import.meta.url)),
  '--port',
  '0',
  '--json',
]

reportMachine()
await startUp()
const server = await startChild(args)
try {
  const apiKey = createMockFeed().key('premium')
  const target = () => `/api/v1/me?api_key=${apiKey}&page[size]=12`
  await compare([{ name: '/me, 12 posts, cached page', url: server.url, target, limit: 0.6 }])
} finally {
  await server.stop()
}
await compareFirstPages(args, createMockFeed().key('premium'))

async function startUp() {
  const times: number[] = []
  for (let start = 0; start < starts; start++) {
    const began = performance.now()
    const child = await startChild(args)
    times.push(performance.now() - began)
    await child.stop()
  }
  console.log(`photofeed-mock, ready after ${median(times).toFixed(0)} ms (less than 200)\n`)
}
