import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { json } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { concurrentMap } from '@photofeed/core/node'
import { SMTPServer } from 'smtp-server'
import { type RunningEmulator, startEmulator } from '../emulator/emulator.ts'
import { createPlatformClient } from '../src/platform/platform-client.ts'
import { permissions } from '../src/platform/platform-schema.ts'
import type { Database } from '../src/stores/database.ts'
import { app, pictureWidth } from '../test/platform/platform-world.ts'
import { addOwner } from '../test/support/databases.ts'

const bin = fileURLToPath(new URL('../bin/photofeed-server.js', import.meta.url))
const killMs = 20_000

/** A process of the service under load. */
export class LoadedProcess {
  readonly name: string
  readonly #child: ChildProcess

  private constructor(name: string, child: ChildProcess) {
    this.name = name
    this.#child = child
  }

  static async start(name: string, args: readonly string[]) {
    const child = spawn(
      process.execPath,
      [bin, 'start', '--json', '--log-level', 'warn', ...args],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
        // As the guide says.
        env: { ...process.env, NODE_OPTIONS: '--max-old-space-size=512' },
      },
    )
    const started = new LoadedProcess(name, child)
    const kill = () => void child.kill('SIGKILL')
    process.once('exit', kill)
    child.once('exit', () => process.off('exit', kill))
    const lines = createInterface(child.stdout ?? process.stdin)
    const [line] = (await Promise.race([
      once(lines, 'line'),
      once(child, 'exit').then(() => {
        throw new Error(`The process ${name} ended before it was ready.`)
      }),
    ])) as [string]
    return { process: started, ready: JSON.parse(line) as { url?: string } }
  }

  /** Returns the resident memory now and its peak, in megabytes. */
  memory(): { now: number; peak: number } {
    const status = readFileSync(`/proc/${this.#child.pid}/status`, 'utf8')
    const megabytes = (field: string) =>
      Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
    return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') }
  }

  /** Returns the time that it has used of a core. Clock ticks are hundredths of a second on Linux. */
  cpuMs(): number {
    const stat = readFileSync(`/proc/${this.#child.pid}/stat`, 'utf8')
    const fields = stat.split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * 10
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const ended = once(this.#child, 'exit')
    this.#child.kill('SIGTERM')
    const late = new AbortController()
    setTimeout(killMs, undefined, { signal: late.signal }).then(
      () => this.#child.kill('SIGKILL'),
      () => {},
    )
    await ended
    late.abort()
  }
}

/** Counts how often something happened to each of those that it should happen to so many times. */
export function countEach(times = 1) {
  const counts = new Map<string, number>()
  return {
    add: (name: string) => void counts.set(name, (counts.get(name) ?? 0) + 1),
    clear: () => counts.clear(),
    total: () => [...counts.values()].reduce((sum, count) => sum + count, 0),
    /** Returns to how many of so many it happened too rarely, and to how many too often. */
    compare: (expected: number) => ({
      lost: expected - [...counts.values()].filter((count) => count >= times).length,
      doubled: [...counts.values()].filter((count) => count > times).length,
    }),
  }
}

/** The services around: the platform, a mail server and an edge cache, on the loopback interface. */
export async function startServices() {
  const listings = countEach()
  // Each purge is sent again after a minute.
  const purges = countEach(2)
  const mails = countEach()
  const emulator = await startEmulator({ accounts: [], pictureWidth })
  emulator.register({ ...app, redirectUris: [app.redirectUri] })
  const { take } = emulator.faults
  emulator.faults.take = (...request) => {
    if (request[1] === 'media') listings.add(request[0])
    return take(...request)
  }
  const edge = createServer(async (request, response) => {
    const { keySha256 } = (await json(request)) as { keySha256: string }
    // As long as a call to the API of a CDN takes.
    await setTimeout(100)
    purges.add(keySha256)
    response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await once(edge, 'listening')
  const smtp = new SMTPServer({
    disableReverseLookup: true,
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, callback) {
      stream.resume().on('end', () => {
        for (const { address } of envelope.rcptTo) mails.add(address)
        callback()
      })
    },
  }).listen(0, '127.0.0.1')
  await once(smtp, 'listening')
  const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port
  const { url } = emulator
  return {
    ...{ emulator, listings, purges, mails },
    /** The settings of a worker that uses them. */
    args: [
      ...['--platform-client-id', app.clientId, '--platform-client-secret', app.clientSecret],
      ...['--platform-url', url],
      ...['--media-origins', url, '--smtp-url', `smtp://127.0.0.1:${portOf(smtp)}`],
      ...['--mail-from', 'feed@feed.example'],
      ...['--purge-url', `http://127.0.0.1:${portOf(edge)}/`],
    ],
    async [Symbol.asyncDispose]() {
      edge.closeAllConnections()
      edge.close()
      await new Promise<void>((resolve) => smtp.close(() => resolve()))
      await emulator.close()
    },
  }
}

/** Adds users with posts to the platform, whose pictures are the same, and connects them. Returns their keys. */
export async function connectUsers(
  database: Database,
  emulator: RunningEmulator,
  { accounts, postsEach }: { accounts: number; postsEach: number },
): Promise<string[]> {
  const client = createPlatformClient({ ...app, hosts: emulator.hosts }, {})
  const numbers = Array.from({ length: accounts }, (_, index) => index + 1)
  return concurrentMap(numbers, 8, async (number) => {
    const user = emulator.users.add(number)
    const { userId, profile } = user
    const first = emulator.users.addPost(userId)
    for (let post = 1; post < postsEach; post += 1) {
      emulator.users.addPost(userId).media = first.media
    }
    const response = await fetch(client.authorizeUrl({ state: 's' }), {
      method: 'POST',
      body: new URLSearchParams({ user: userId, decision: 'allow', scope: permissions.basic }),
      redirect: 'manual',
    })
    await response.body?.cancel()
    const code = new URL(response.headers.get('Location') ?? '').searchParams.get('code')
    const grant = await client.exchangeCode(code ?? '')
    await addOwner(database, profile.username, 'premium')
    const { apiKey } = await database.connections.connect(profile.username, {
      ...{ platformId: userId, profile: { ...profile }, ...grant },
      ...{ tokenExpiresAt: grant.expiresAt, platformOwnerId: grant.userId },
    })
    return apiKey
  })
}
