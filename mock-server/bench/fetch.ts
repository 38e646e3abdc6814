// A cached page from `mock.fetch`, without a transport. Run with `node mock-server/bench/fetch.ts`.
import { fileURLToPath } from 'node:url'
import { median } from '../../scripts/bench/report.ts'

const rounds = 9
const requests = 5000
const built = new URL('../dist/index.js', import.meta.url)

/** Measures the built package, because that is what tests import. */
export async function measureFetch(): Promise<void> {
  const { createMock } = (await import(built.href)) as typeof import('../src/index.ts')
  const mock = createMock()
  const url = `https://photofeed.test/api/v1/me?api_key=${mock.key('premium')}&page[size]=100`
  const responds = await timeEach(() => mock.fetch(url))
  const reads = await timeEach(async () => (await mock.fetch(url)).arrayBuffer())
  console.log(
    `mock.fetch, a cached page of 100 posts: ${responds.toFixed(1)} µs (less than 50), ${reads.toFixed(1)} µs with its body\n`,
  )
}

/** Returns the microseconds of one call. */
async function timeEach(call: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  // The first round warms up and does not count.
  for (let round = 0; round <= rounds; round++) {
    const began = performance.now()
    for (let request = 0; request < requests; request++) await call()
    if (round > 0) times.push(((performance.now() - began) / requests) * 1000)
  }
  return median(times)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await measureFetch()
