// Pages that were not requested before, against a bare node:http server that sends the same bytes. Rounds are
// interleaved in one run, because only ratios of one run mean something on a shared machine.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Schemas } from '@photofeed/openapi'
import { startChild } from '../../scripts/bench/child-server.ts'
import { median, report } from '../../scripts/bench/report.ts'

const rounds = 7
const connections = 10
const pageSizes = [6, 8, 10, 12, 15, 20]
const sorts = ['-published_at', 'published_at', 'id', '-id']
const forms = ['', '&format=webp', '&include[]=children', '&include[]=children&include[]=comments']
/** Excludes no post; it makes the pages of each round new to the server. */
const firstRound = Date.UTC(2000, 0, 1)

/** Starts the mock twice: the pages of one are sent by the bare server, those of the other are measured. */
export async function compareFirstPages(mock: string[], apiKey: string): Promise<void> {
  const args = [...mock, '--base-url', 'http://photofeed.test']
  const source = await startChild(args)
  const folder = mkdtempSync(join(tmpdir(), 'photofeed-bench-'))
  const file = join(folder, 'pages.json')
  const targets: string[] = []
  const pages: { headers: Record<string, string>; body: string }[] = []
  for (const base of bases(apiKey)) {
    for (let cursor: string | null = ''; cursor !== null; ) {
      const target: string = base + (cursor && `&page[cursor]=${encodeURIComponent(cursor)}`)
      const response = await fetch(source.url + target)
      const { connection: _, 'keep-alive': __, date: ___, ...headers } = fromHeaders(response)
      const body = await response.text()
      targets.push(target)
      pages.push({ headers, body })
      cursor = (JSON.parse(body) as Schemas['AccountWithPosts']).pagination.nextCursor
    }
  }
  await source.stop()
  writeFileSync(file, JSON.stringify(Object.fromEntries(targets.map((t, i) => [t, pages[i]]))))
  const bare = await startChild([fileURLToPath(new URL('bare-pages.ts', import.meta.url)), file])
  const own = await startChild(args)
  try {
    const ours: number[] = []
    const theirs: number[] = []
    // The first round warms both up and does not count.
    for (let round = 0; round <= rounds; round++) {
      const after = new Date(firstRound + round * 1000).toISOString()
      const fresh = targets.map((target) => `${target}&filter[publishedAfter]=${after}`)
      const one = await requestsPerSecond(own.url, fresh)
      const other = await requestsPerSecond(bare.url, fresh)
      if (round === 0) continue
      ours.push(one)
      theirs.push(other)
    }
    const what = `/me, first request of a page (${targets.length} pages)`
    report(what, median(ours), median(theirs), 'requests/s', 'bare node:http')
    const ratios = ours.map((one, round) => one / (theirs[round] ?? Number.NaN))
    console.log(`  ratio ${median(ratios).toFixed(2)} (at least 0.25)\n`)
  } finally {
    await Promise.all([own.stop(), bare.stop()])
    rmSync(folder, { recursive: true, force: true })
  }
}

function bases(apiKey: string): string[] {
  return pageSizes.flatMap((size) =>
    sorts.flatMap((sort) =>
      forms.map((form) => `/api/v1/me?api_key=${apiKey}&page[size]=${size}&sort=${sort}${form}`),
    ),
  )
}

function fromHeaders({ headers }: Response): Record<string, string> {
  return Object.fromEntries(headers)
}

/** Requests each target once. The client is as lean as possible, because it shares the cores with the servers. */
async function requestsPerSecond(url: string, targets: readonly string[]): Promise<number> {
  const queue = targets.values()
  const began = performance.now()
  await Promise.all(Array.from({ length: connections }, () => requestAll(new URL(url), queue)))
  return (targets.length / (performance.now() - began)) * 1000
}

/** Takes targets from the queue until it is empty, one request after another on one connection. */
function requestAll({ hostname, port, host }: URL, queue: Iterator<string>): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let left = 0
    const send = () => {
      const { value, done } = queue.next()
      if (done) return socket.end(resolve)
      return socket.write(`GET ${value} HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
    }
    socket.on('connect', send).on('error', reject)
    socket.on('data', (chunk) => {
      if (left === 0) {
        const end = chunk.indexOf('\r\n\r\n') + 4
        const head = chunk.subarray(0, end).toString('latin1')
        if (end < 4 || !head.startsWith('HTTP/1.1 200')) return reject(new Error(head))
        left = end + Number(/content-length: (\d+)/i.exec(head)?.[1])
      }
      left -= chunk.length
      if (left === 0) send()
    })
  })
}
