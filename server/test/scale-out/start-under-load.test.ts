import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { startCommand } from '../../src/cli/start.ts'
import { createLog } from '../../src/log.ts'
import type { Settings } from '../../src/settings/settings.ts'
import { startServer } from '../../src/start/start-server.ts'
import { settingsOf, textSink } from '../support/commands.ts'
import { quietPort } from '../support/ports.ts'
import { sharedPostgres } from '../support/postgres/postgres.ts'

test('a server that starts responds to every request that it accepts', async () => {
  const port = quietPort()
  const database = await (await sharedPostgres()).create()
  const settings = settingsOf<Settings>(startCommand, [
    ...['--port', String(port), '--data', await tempFolder()],
    ...['--database', database, '--secret', 'a secret for tests'],
  ])
  const results: Promise<string>[] = []
  const request = () =>
    fetch(`http://127.0.0.1:${port}/api/v1/me`, { signal: AbortSignal.timeout(10_000) }).then(
      ({ status }) => String(status),
      ({ name, cause }) => cause?.code ?? name,
    )
  let isStarted = false
  const visitors = (async () => {
    while (!isStarted) {
      results.push(request())
      await setTimeout(1)
    }
  })()
  const server = await startServer(settings, createLog({}, textSink()))
  results.push(request())
  isStarted = true
  await visitors
  const outcomes = new Set(await Promise.all(results))
  await server.close()
  expect([...outcomes].toSorted()).toEqual(['401', 'ECONNREFUSED'])
})
