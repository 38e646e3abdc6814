import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { chown, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished } from 'vitest'
import { debianCommand } from '../../../../test-support/debian-packages.ts'
import { tempFolder } from '../../../../test-support/temp-folder.ts'
import { quietPort } from '../ports.ts'
import { query } from './postgres.ts'

const run = promisify(execFile)
const account = 'photofeed'
export const password = 'photofeed'

interface ClusterOptions {
  /** By default Debian's newest. */
  version?: string
  settings?: readonly string[]
  /** Writes its files; by default those of a new cluster. */
  fill?(folder: string, version?: string): Promise<void>
}

/** Returns the path of a program of Debian's PostgreSQL, by default of the newest. */
export async function postgresProgram(name: string, version = ''): Promise<string> {
  if (version)
    await debianCommand(`../lib/postgresql/${version}/bin/${name}`, `postgresql-${version}`)
  else await debianCommand('pg_basebackup', 'postgresql')
  const paths = globSync(`/usr/lib/postgresql/${version || '*'}/bin/${name}`)
  return paths.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1) ?? ''
}

/** Starts a cluster that ends with the test. */
export async function startCluster({
  version,
  settings = [],
  fill = initialize,
}: ClusterOptions = {}) {
  const parent = await tempFolder()
  const folder = join(parent, 'data')
  await mkdir(folder, { mode: 0o700 })
  const { uid, gid } = await user()
  if (uid !== undefined && gid !== undefined) {
    await chown(parent, uid, gid)
    await chown(folder, uid, gid)
  }
  await fill(folder, version)
  const port = quietPort()
  /** The address of its database `postgres`. */
  const url = `postgres://${account}:${password}@127.0.0.1:${port}/postgres`
  const listens = ['listen_addresses=127.0.0.1', 'unix_socket_directories=']
  const flags = [...listens, 'fsync=off', ...settings].map((setting) => `-c ${setting}`)
  const control = (...args: string[]) => runPostgres(version, 'pg_ctl', '-D', folder, '-w', ...args)
  let isRunning = false
  async function stop() {
    if (isRunning) await control('-m', 'immediate', 'stop')
    isRunning = false
  }
  async function start() {
    const log = join(parent, 'log')
    const options = ['-o', `-p ${port} ${flags.join(' ')}`, '-l', log]
    await control(...options, 'start').catch(async () => {
      throw new Error(await readFile(log, 'utf8'))
    })
    isRunning = true
    // `pg_ctl` does not wait until a standby accepts connections.
    const connect = () => query(url, 'select 1').catch(() => [])
    await expect.poll(connect).toHaveLength(1)
  }
  await start()
  onTestFinished(stop)
  return { port, url, start, stop, query: (statement: string) => query(url, statement) }
}

type Cluster = Awaited<ReturnType<typeof startCluster>>

/** Starts a copy of a cluster that follows it. */
export function startStandby({ port }: Cluster): Promise<Cluster> {
  const from = ['-h', '127.0.0.1', '-p', `${port}`, '-U', account, '--checkpoint=fast']
  return startCluster({
    settings: ['hot_standby_feedback=on'],
    fill: (folder) => runPostgres('', 'pg_basebackup', '-D', folder, '-R', ...from),
  })
}

async function initialize(folder: string, version?: string): Promise<void> {
  const file = join(folder, '../password')
  await writeFile(file, password, { mode: 0o644 })
  const owner = ['--auth=scram-sha-256', `--username=${account}`, `--pwfile=${file}`]
  const files = ['--locale=C', '--encoding=UTF8', '--no-sync', `--pgdata=${folder}`]
  await runPostgres(version, 'initdb', ...owner, ...files)
}

async function runPostgres(version: string | undefined, name: string, ...args: string[]) {
  const env = { ...process.env, PGPASSWORD: password }
  await run(await postgresProgram(name, version), args, { ...(await user()), env })
}

/** The account that PostgreSQL runs as: it does not run as root. */
async function user(): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {}
  const idOf = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout)
  return { uid: await idOf('-u'), gid: await idOf('-g') }
}
