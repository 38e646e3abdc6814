import { fileURLToPath } from 'node:url'
import { startChild } from '../../scripts/bench/child-server.ts'
import { compare } from '../../scripts/bench/compare.ts'
import { loads } from '../../scripts/bench/loads.ts'
import { median, reportMachine } from '../../scripts/bench/report.ts'
import { createMock } from '../src/index.ts'
import { measureFetch } from './fetch.ts'
import { compareFirstPages } from './first-pages.ts'

const starts = 15
const apiKey = createMock().key('premium')
const args = [
  fileURLToPath(new URL('../bin/photofeed-mock.js', import.meta.url)),
  '--port',
  '0',
  '--json',
]

reportMachine()
await startUp()
await measureFetch()
const server = await startChild(args)
try {
  await compare(loads(apiKey).map((load) => ({ ...load, url: server.url })))
} finally {
  await server.stop()
}
await compareFirstPages(args, apiKey)

async function startUp() {
  const times: number[] = []
  for (let start = 0; start < starts; start++) {
    const began = performance.now()
    const child = await startChild(args)
    times.push(performance.now() - began)
    await child.stop()
  }
  console.log(`photofeed-mock, ready after ${median(times).toFixed(0)} ms (less than 150)\n`)
}
