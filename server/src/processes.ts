import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { listen, UserError } from '@photofeed/core/node'
import type { Settings } from './config.ts'
import type { Logger } from './log.ts'
import type { ProcessMetrics } from './operations/metrics.ts'

export interface Addresses {
  /** The address that clients use. */
  url: string
  /** The address that the processes listen on. */
  listenUrl: string
}

interface Child {
  /** Such as `api-1`; a label of its metrics, and in each line of its log. */
  name: string
  /** What it is started with, after the arguments of this process. */
  args: string[]
  worker: Worker | null
  hasBeenReady: boolean
  /** Null until it serves. */
  addresses: Addresses | null
}

/** How a process ended, or the error why it could not be started. */
type Ended = { code: number; signal: string } | { err: unknown }

/** What the parent sends to a child that is ready, which responds with its metrics. */
const scrape = 'scrape'

interface Message {
  /** The child is ready; a worker has no addresses. */
  ready?: Addresses | null
  metrics?: ProcessMetrics
}

const firstPauseMs = 1000
const longestPauseMs = 30_000
/** After this time, a process that ends starts again soon. */
const healthyMs = 60_000
const scrapeMs = 1000
const killMs = 15_000

/** The processes of a server. They share the port through node:cluster: the parent accepts connections, and hands each to a process. */
export class Processes {
  readonly #settings: Settings
  readonly #log: Logger
  readonly #children: Child[] = []
  readonly #loops: Promise<void>[] = []
  readonly #closing = new AbortController()

  constructor(settings: Settings, log: Logger) {
    this.#settings = settings
    this.#log = log
  }

  /**
   * Starts processes that serve the API, and one for background jobs unless the role is `api`.
   *
   * @throws {UserError} if a process ends before it is ready.
   */
  async start(): Promise<Addresses> {
    const { role, workers, host } = this.#settings
    // With port 0, a process that starts when all others have ended would take another port.
    const port = this.#settings.port === 0 ? await freePort(host) : this.#settings.port
    const api = ['--role', 'api', '--port', String(port)]
    try {
      // Alone, so that a mistake in the settings is reported once.
      const addresses = await this.#startChild('api-1', api)
      if (!addresses) throw new Error('A process that serves the API has no address.')
      const others = Array.from({ length: workers - 1 }, (_, index) =>
        this.#startChild(`api-${index + 2}`, api),
      )
      const jobs = ['--role', 'worker', '--base-url', addresses.url]
      await Promise.all([...others, ...(role === 'all' ? [this.#startChild('jobs', jobs)] : [])])
      return addresses
    } catch (error) {
      await this.close()
      throw error
    }
  }

  isServing(): boolean {
    return this.#children.some((child) => child.addresses !== null)
  }

  /** Returns the metrics of the processes that respond in time, by their names. */
  async metrics(): Promise<Map<string, ProcessMetrics>> {
    const found = new Map<string, ProcessMetrics>()
    await Promise.all(
      this.#children.map(async ({ name, worker }) => {
        if (!worker?.isConnected()) return
        // A process that has just ended gets no message; the time limit ends the wait.
        worker.send(scrape, () => {})
        const signal = AbortSignal.timeout(scrapeMs)
        const [message] = await once(worker, 'message', { signal }).catch(() => [{}])
        const { metrics } = message as Message
        if (metrics) found.set(name, metrics)
      }),
    )
    return found
  }

  async close(): Promise<void> {
    this.#closing.abort()
    this.#kill('SIGTERM')
    const ended = Promise.all(this.#loops)
    const late = setTimeout(this.#settings.drain * 1000 + killMs, undefined, { ref: false })
    await Promise.race([ended, late.then(() => this.#kill('SIGKILL'))])
    await ended
  }

  #kill(signal: NodeJS.Signals): void {
    for (const { worker } of this.#children) worker?.process.kill(signal)
  }

  /** Starts a child, and restarts it with back-off whenever it ends. Resolves when it is ready for the first time. */
  #startChild(name: string, args: string[]): Promise<Addresses | null> {
    const child: Child = { name, args, worker: null, hasBeenReady: false, addresses: null }
    this.#children.push(child)
    return new Promise((resolve, reject) => {
      this.#loops.push(this.#keepRunning(child, resolve, reject))
    })
  }

  async #keepRunning(
    child: Child,
    onReady: (addresses: Addresses | null) => void,
    onError: (error: UserError) => void,
  ): Promise<void> {
    const { signal } = this.#closing
    let pauseMs = firstPauseMs
    while (!signal.aborted) {
      const startedAt = performance.now()
      const ended = await runToEnd(child, onReady)
      child.worker = null
      child.addresses = null
      if (signal.aborted) return
      if (!child.hasBeenReady) {
        const sentence =
          'err' in ended
            ? `A process of the server cannot be started: ${String(ended.err)}.`
            : 'A process of the server ended before it was ready. See its error above.'
        return onError(new UserError(sentence))
      }
      if (performance.now() - startedAt > healthyMs) pauseMs = firstPauseMs
      this.#log.error(
        { process: child.name, ...ended },
        `The process ${child.name} ended. It starts again in ${pauseMs / 1000} s.`,
      )
      await setTimeout(pauseMs, undefined, { signal }).catch(() => {})
      pauseMs = Math.min(pauseMs * 2, longestPauseMs)
    }
  }
}

const nameVariable = 'SERVER_PROCESS'

/** Returns the name of this process among those of the server; `main` for the parent, or if there is only one. */
export function processName(): string {
  return (cluster.isWorker && process.env[nameVariable]) || 'main'
}

/** Starts the process of a child and waits until it ends, or could not be started. */
function runToEnd(child: Child, onReady: (addresses: Addresses | null) => void): Promise<Ended> {
  return new Promise((resolve) => {
    // The last of several flags with the same name counts.
    cluster.setupPrimary({ args: [...process.argv.slice(2), '--workers', '1', ...child.args] })
    try {
      child.worker = cluster.fork({ [nameVariable]: child.name })
    } catch (err) {
      return resolve({ err })
    }
    const { worker } = child
    worker.on('message', ({ ready }: Message) => {
      if (ready === undefined) return
      child.hasBeenReady = true
      child.addresses = ready
      onReady(ready)
    })
    worker.on('exit', (code, signal) => resolve({ code, signal }))
    // A process that runs has errors too, such as a message that cannot be sent, and ends later.
    worker.on('error', (err) => {
      if (worker.process.pid === undefined) resolve({ err })
    })
  })
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
  process.on('message', (message) => {
    if (message === scrape)
      metrics().then(
        (metrics) => send({ metrics }),
        () => {},
      )
  })
  send({ ready: addresses })
}
