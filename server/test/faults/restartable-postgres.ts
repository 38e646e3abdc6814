import { onTestFinished } from 'vitest'
import { tempFolder } from '../../../testing/temp-folder.ts'
import { startEmbeddedPostgres } from '../support/embedded-postgres.ts'

/** A PostgreSQL that can be stopped and started again with what it holds; ends with the test. */
export async function restartablePostgres() {
  const { cluster, port } = await startEmbeddedPostgres(await tempFolder(), { persistent: true })
  onTestFinished(() => cluster.stop())
  return {
    url: `postgres://photofeed:photofeed@127.0.0.1:${port}/postgres`,
    /** Ends every connection, as an operator's restart does. */
    stop: () => cluster.stop(),
    start: () => cluster.start(),
  }
}
