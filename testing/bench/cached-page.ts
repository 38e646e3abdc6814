// Rounds are interleaved in one run, because only ratios of one run mean something on a shared machine.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { startChild } from './child-server.ts'
import { median } from './median.ts'
import { report } from './report.ts'

const rounds = 7
const roundSeconds = 2

interface ComparisonOptions {
  /** What the report adds to the name. */
  store?: string
  /** What the report adds to the ratio. */
  limit?: string
  onRound?(): void
}

/** Compares one answer of a server with a bare node:http server that writes the same bytes. */
export async function compareCachedPage(
  url: string,
  target: string,
  { store = '', limit = ' (at least 0.6)', onRound = () => {} }: ComparisonOptions = {},
): Promise<void> {
  const answer = await fetch(url + target)
  const {
    connection: _,
    'keep-alive': __,
    date: ___,
    ...headers
  } = Object.fromEntries(answer.headers)
  const folder = mkdtempSync(join(tmpdir(), 'photofeed-bench-'))
  const bytes = join(folder, 'answer.json')
  writeFileSync(bytes, JSON.stringify({ headers, body: await answer.text() }))
  const bare = await startChild([fileURLToPath(new URL('bare-server.ts', import.meta.url)), bytes])
  try {
    const ours: number[] = []
    const theirs: number[] = []
    // The first round warms both up and does not count.
    for (let round = 0; round <= rounds; round++) {
      const own = await requestsPerSecond(url + target)
      const other = await requestsPerSecond(bare.url + target)
      onRound()
      if (round === 0) continue
      ours.push(own)
      theirs.push(other)
    }
    const ratios = ours.map((own, round) => own / (theirs[round] ?? Number.NaN))
    report(
      `/me, 12 posts, cached page${store}`,
      median(ours),
      median(theirs),
      'requests/s',
      'bare node:http',
    )
    console.log(`  ratio ${median(ratios).toFixed(2)}${limit}\n`)
  } finally {
    await bare.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function requestsPerSecond(url: string): Promise<number> {
  const result = await autocannon({ url, connections: 10, duration: roundSeconds })
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url} did not answer 200 throughout.`)
  }
  return result.requests.average
}
