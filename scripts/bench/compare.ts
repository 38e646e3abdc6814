// Rounds are interleaved in one run, because only ratios of one run mean something on a shared machine.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startChild } from './child-server.ts'
import { type Load, record, requestsPerSecond } from './load.ts'
import { median } from './report.ts'

const rounds = 15
const milliseconds = 250

export interface Comparison extends Load {
  name: string
  /** The server's address. */
  url: string
  /** The least ratio that is good enough; missing for a reference. */
  limit?: number
  onRound?(): void
}

/** Compares responses of servers with a bare node:http server that writes the same bytes, and prints the ratios. A ratio below its limit fails the program. */
export async function compare(comparisons: readonly Comparison[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'photofeed-bench-'))
  const file = join(folder, 'pages.json')
  const pages = []
  for (const comparison of comparisons) pages.push(await record(comparison.url, comparison))
  writeFileSync(file, JSON.stringify(pages))
  const bare = await startChild([fileURLToPath(new URL('bare-server.ts', import.meta.url)), file])
  try {
    const rates = comparisons.map(() => ({ own: [] as number[], bare: [] as number[] }))
    // The first round warms both up and does not count.
    for (let round = 0; round <= rounds; round++) {
      for (const [index, comparison] of comparisons.entries()) {
        const own = await requestsPerSecond(comparison.url, comparison, { milliseconds })
        const other = await requestsPerSecond(bare.urls[index] ?? '', comparison, { milliseconds })
        comparison.onRound?.()
        if (round === 0) continue
        rates[index]?.own.push(own)
        rates[index]?.bare.push(other)
      }
    }
    console.log(`${'Requests per second'.padEnd(50)}  server    bare  ratio (lowest-highest)`)
    for (const [index, { own, bare: others }] of rates.entries()) {
      const { name = '', limit } = comparisons[index] ?? {}
      const ratios = own.map((rate, round) => rate / (others[round] ?? Number.NaN))
      const range = `(${Math.min(...ratios).toFixed(3)}-${Math.max(...ratios).toFixed(3)})`
      const rate = (values: number[]) => median(values).toFixed(0).padStart(7)
      const isMissed = limit !== undefined && median(ratios) < limit
      if (isMissed) process.exitCode = 1
      const least = limit === undefined ? '' : `, ${isMissed ? 'MISSED: ' : ''}at least ${limit}`
      console.log(
        `${name.padEnd(50)} ${rate(own)} ${rate(others)}  ${median(ratios).toFixed(3)} ${range}${least}`,
      )
    }
    console.log()
  } finally {
    await bare.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
