import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { listen, UserError } from '@photofeed/core/node'
import type { Logger } from '../log.ts'
import { within } from '../operations/readiness.ts'

interface ProcessesParts {
  role: 'all' | 'api'
  host: string
  port: number
  /** How many processes serve the API. */
  workers: number
  /** In seconds. */
  drain: number
  log: Logger
}

export type Processes = Awaited<ReturnType<typeof startProcesses>>

interface Addresses {
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

/** Messages between the parent and a child. */
interface Message {
  /** The child is ready; a worker has no addresses. */
  ready?: Addresses | null
  /** The parent requests metrics by a number, and the child returns them with it. */
  scrape?: number
  metrics?: string
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
  const { role, workers, drain, log } = parts
  const closing = new AbortController()
  const children: Child[] = []
  const loops: Promise<void>[] = []
  let scrapes = 0

  /** Starts a child, and restarts it with back-off whenever it ends. Resolves when it is ready for the first time. */
  function start(name: string, args: string[]): Promise<Addresses | null> {
    const child: Child = { name, args, worker: null, addresses: null }
    children.push(child)
    return new Promise((resolve, reject) => {
      loops.push(keepRunning(child, resolve).then(reject))
    })
  }

  async function keepRunning(
    child: Child,
    onReady: (addresses: Addresses | null) => void,
  ): Promise<UserError | undefined> {
    let pauseMs = firstPauseMs
    let wasReady = false
    while (!closing.signal.aborted) {
      const startedAt = performance.now()
      const worker = fork(child)
      worker.on('message', ({ ready }: Message) => {
        if (ready === undefined) return
        wasReady = true
        child.addresses = ready
        onReady(ready)
      })
      const [code, signal] = await once(worker, 'exit')
      child.worker = null
      child.addresses = null
      if (closing.signal.aborted) return
      if (!wasReady) {
        return new UserError(
          'A process of the server ended before it was ready. See its error above.',
        )
      }
      if (performance.now() - startedAt > healthyMs) pauseMs = firstPauseMs
      log.error(
        { process: child.name, code, signal },
        `The process ${child.name} ended. It starts again in ${pauseMs / 1000} s.`,
      )
      await setTimeout(pauseMs, undefined, { signal: closing.signal }).catch(() => {})
      pauseMs = Math.min(pauseMs * 2, longestPauseMs)
    }
  }

  function fork(child: Child): Worker {
    // The last of several flags with the same name counts.
    cluster.setupPrimary({ args: [...process.argv.slice(2), '--workers', '1', ...child.args] })
    const worker = cluster.fork()
    child.worker = worker
    return worker
  }

  async function scrape({ worker }: Child): Promise<string | null> {
    if (!worker?.isConnected()) return null
    scrapes += 1
    const id = scrapes
    const done = new AbortController()
    try {
      return await within(
        scrapeMs,
        new Promise<string>((resolve) => {
          const listen = (message: Message) => {
            if (message.scrape === id) resolve(message.metrics ?? '')
          }
          worker.on('message', listen)
          done.signal.addEventListener('abort', () => worker.off('message', listen))
          // A process that has just ended gets no message; the time limit ends the wait.
          worker.send({ scrape: id } satisfies Message, () => {})
        }),
      )
    } catch {
      return null
    } finally {
      done.abort()
    }
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
    const jobs =
      role === 'all' ? [start('jobs', ['--role', 'worker', '--base-url', addresses.url])] : []
    await Promise.all([...others, ...jobs])
    return {
      ...addresses,
      /** Whether a process accepts requests. */
      isServing: () => children.some((child) => child.addresses !== null),
      /** Returns the metrics of the processes that respond, by their names. */
      async metrics(): Promise<Map<string, string>> {
        const texts = await Promise.all(
          children.map(async (child) => [child, await scrape(child)] as const),
        )
        return new Map(texts.flatMap(([{ name }, text]) => (text === null ? [] : [[name, text]])))
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
export function reportToParent(addresses: Addresses | null, metrics: () => Promise<string>): void {
  const send = (message: Message) => {
    // The parent may have ended; then this process is about to end too.
    process.send?.(message, undefined, undefined, () => {})
  }
  process.on('message', ({ scrape }: Message) => {
    if (scrape === undefined) return
    metrics().then(
      (text) => send({ scrape, metrics: text }),
      () => {},
    )
  })
  send({ ready: addresses })
}
