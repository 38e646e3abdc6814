// A thread that requests pages of random accounts at a steady rate, so that the latencies do not depend on the thread that
// emulates the platform. Reports the latencies since the last report.
import { Agent, get, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { parentPort, workerData } from 'node:worker_threads'

export interface ReadersData {
  url: string
  keys: readonly string[]
  requestsPerSecond: number
  /** How many posts an account may have. */
  expectedPosts: readonly number[]
}

export interface ReadReport {
  /** In milliseconds, from the time at which each request was due. */
  latencies: number[]
  /** What was wrong, once for each request. */
  problems: string[]
}

const { url, keys, requestsPerSecond, expectedPosts } = workerData as ReadersData
const agent = new Agent({ keepAlive: true })
const intervalMs = 1000 / requestsPerSecond
let unreported: ReadReport = { latencies: [], problems: [] }
let dueAt = performance.now()

async function read(startedAt: number): Promise<void> {
  const key = keys[Math.floor(Math.random() * keys.length)] ?? ''
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      get(`${url}/api/v1/me?api_key=${key}&page[size]=12`, { agent }, resolve).on('error', reject)
    })
    const { posts } = (await json(response)) as { posts?: unknown[] }
    unreported.latencies.push(performance.now() - startedAt)
    if (response.statusCode !== 200) unreported.problems.push(`HTTP ${response.statusCode}`)
    else if (!expectedPosts.includes(posts?.length ?? -1)) {
      unreported.problems.push(`${posts?.length} posts`)
    }
  } catch (error) {
    unreported.problems.push((error as Error).message)
  }
}

// Each request is sent when it is due, whether or not those before it have been responded to.
const timer = setInterval(() => {
  for (; dueAt <= performance.now(); dueAt += intervalMs) void read(dueAt)
}, 5)

parentPort?.on('message', (message) => {
  parentPort?.postMessage(unreported)
  unreported = { latencies: [], problems: [] }
  if (message !== 'stop') return
  clearInterval(timer)
  agent.destroy()
  parentPort?.close()
})
