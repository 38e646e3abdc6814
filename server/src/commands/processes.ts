import cluster, { type Worker } from 'node:cluster'
import { on } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { listen, UserError } from '@photofeed/core/node'
import type { Logger } from '../log.ts'
import type { ProcessMetrics } from '../operations/metrics.ts'

interface ProcessesParts {
  /** Whether another process runs background jobs. */
  runsJobs: boolean
  host: string
  port: number
  /** How many processes serve the API. */
  workers: number
  /** In seconds. */
  drain: number
  log: Logger
}

export type Processes = Awaited<ReturnType<typeof startProcesses>>

export interface Addresses {
  /** The address that clients use. */
  url: string
  /** The address that the processes listen on. */
  listenUrl: string
}

interface Child {
  /** Such as `api-1`; a label of its metrics. */
  name: string
  /** What it is started with, after the arguments of this process. */
  args: string[]
  worker: Worker | null
  /** Null until it serves. */
  addresses: Addresses | null
}

/** How a process ended, or the error why it could not be started. */
type Ended = { code: number; signal: string } | { err: unknown }

/** Messages between the parent and a child. */
interface Message {
  /** The child is ready; a worker has no addresses. */
  ready?: Addresses | null
  /** The parent requests metrics by a number, and the child returns them with it. */
  scrape?: number
  metrics?: ProcessMetrics
}

const firstPauseMs = 1000
const longestPauseMs = 30_000
/** After this time, a process that ends starts again soon. */
const healthyMs = 60_000
const scrapeMs = 1000
const killMs = 15_000

/**
 * Starts the processes of a server. They share the port through node:cluster: the parent accepts connections, and hands
 * each to a process.
 *
 * @throws {UserError} if a process ends before it is ready.
 */
export async function startProcesses(parts: ProcessesParts) {
  const { runsJobs, workers, drain, log } = parts
  const closing = new AbortController()
  const children: Child[] = []
  const loops: Promise<void>[] = []
  let scrapes = 0

  /** Starts a child, and restarts it with back-off whenever it ends. Resolves when it is ready for the first time. */
  function start(name: string, args: string[]): Promise<Addresses | null> {
    const child: Child = { name, args, worker: null, addresses: null }
    children.push(child)
    return new Promise((onReady, onError) => {
      loops.push(keepRunning(child, onReady, onError))
    })
  }

  async function keepRunning(
    child: Child,
    onReady: (addresses: Addresses | null) => void,
    onError: (error: UserError) => void,
  ): Promise<void> {
    let pauseMs = firstPauseMs
    let wasReady = false
    while (!closing.signal.aborted) {
      const startedAt = performance.now()
      // The last of several flags with the same name counts.
      cluster.setupPrimary({ args: [...process.argv.slice(2), '--workers', '1', ...child.args] })
      const ended = await runToEnd(child, (addresses) => {
        wasReady = true
        child.addresses = addresses
        onReady(addresses)
      })
      child.worker = null
      child.addresses = null
      if (closing.signal.aborted) return
      if (!wasReady) {
        const sentence =
          'err' in ended
            ? `A process of the server cannot be started: ${String(ended.err)}.`
            : 'A process of the server ended before it was ready. See its error above.'
        return onError(new UserError(sentence))
      }
      if (performance.now() - startedAt > healthyMs) pauseMs = firstPauseMs
      log.error(
        { process: child.name, ...ended },
        `The process ${child.name} ended. It starts again in ${pauseMs / 1000} s.`,
      )
      await setTimeout(pauseMs, undefined, { signal: closing.signal }).catch(() => {})
      pauseMs = Math.min(pauseMs * 2, longestPauseMs)
    }
  }

  /** Starts the process of a child and waits until it ends, or could not be started. */
  function runToEnd(child: Child, onReady: (addresses: Addresses | null) => void): Promise<Ended> {
    return new Promise((resolve) => {
      try {
        child.worker = cluster.fork()
      } catch (err) {
        return resolve({ err })
      }
      const { worker } = child
      worker.on('message', ({ ready }: Message) => {
        if (ready !== undefined) onReady(ready)
      })
      worker.on('exit', (code, signal) => resolve({ code, signal }))
      // A process that runs has errors too, such as a message that cannot be sent, and ends later.
      worker.on('error', (err) => {
        if (worker.process.pid === undefined) resolve({ err })
      })
    })
  }

  /** Returns the metrics of a process; null if it does not respond in time. */
  async function scrape({ worker }: Child): Promise<ProcessMetrics | null> {
    if (!worker?.isConnected()) return null
    scrapes += 1
    const id = scrapes
    try {
      // A process that has just ended gets no message; the time limit ends the wait.
      worker.send({ scrape: id } satisfies Message, () => {})
      for await (const [message] of on(worker, 'message', {
        signal: AbortSignal.timeout(scrapeMs),
      })) {
        const { scrape, metrics } = message as Message
        if (scrape === id) return metrics ?? null
      }
    } catch {
      // It ended, or took too long.
    }
    return null
  }

  /** Stops all processes, and waits for them. */
  async function close() {
    closing.abort()
    for (const { worker } of children) worker?.process.kill('SIGTERM')
    const late = setTimeout(drain * 1000 + killMs, undefined, { ref: false }).then(() => {
      for (const { worker } of children) worker?.process.kill('SIGKILL')
    })
    await Promise.race([Promise.all(loops), late.then(() => Promise.all(loops))])
  }

  try {
    // With port 0, a process that starts when all others have ended would take another port.
    const port = parts.port === 0 ? await freePort(parts.host) : parts.port
    const api = ['--role', 'api', '--port', String(port)]
    // Alone, so that a mistake in the settings is reported once.
    const addresses = await start('api-1', api)
    if (!addresses) throw new Error('A process that serves the API has no address.')
    const others = Array.from({ length: workers - 1 }, (_, index) => start(`api-${index + 2}`, api))
    const jobs = ['--role', 'worker', '--base-url', addresses.url]
    await Promise.all([...others, ...(runsJobs ? [start('jobs', jobs)] : [])])
    return {
      addresses,
      /** Whether a process accepts requests. */
      isServing: () => children.some((child) => child.addresses !== null),
      /** Returns the metrics of the processes that respond, by their names. */
      async metrics(): Promise<Map<string, ProcessMetrics>> {
        const found = new Map<string, ProcessMetrics>()
        const scraped = await Promise.all(children.map(scrape))
        for (const [index, metrics] of scraped.entries()) {
          if (metrics !== null) found.set(children[index]?.name ?? '', metrics)
        }
        return found
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function freePort(host: string): Promise<number> {
  const { url, close } = await listen(host, 0)
  await close()
  return Number(new URL(url).port)
}

/** Reports to the parent that this process is ready, and sends the metrics whenever the parent requests them. */
export function reportToParent(
  addresses: Addresses | null,
  metrics: () => Promise<ProcessMetrics>,
): void {
  const send = (message: Message) => {
    // The parent may have ended; then this process is about to end too.
    process.send?.(message, undefined, undefined, () => {})
  }
  process.on('message', ({ scrape }: Message) => {
    if (scrape === undefined) return
    metrics().then(
      (metrics) => send({ scrape, metrics }),
      () => {},
    )
  })
  send({ ready: addresses })
}
