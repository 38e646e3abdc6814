import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import {
  type Finished,
  runCommand,
  type StartedServer,
  startServer,
} from '../../../test-support/processes.ts'
import type { ListedScenario } from '../../src/index.ts'

export const bin = fileURLToPath(new URL('../../bin/photofeed-mock.js', import.meta.url))

/** Runs the built command to its end. */
export function command(...args: string[]): Promise<Finished> {
  return runCommand(bin, ...args)
}

export interface Ready {
  url: string
  scenarios: ListedScenario[]
}

/** Starts the built command on a free port; it ends with the test. */
export async function startMock(...args: string[]): Promise<StartedServer<Ready>> {
  const server = await startServer<Ready>(bin, '--port', '0', '--json', ...args)
  onTestFinished(async () => {
    await server.stop()
  })
  return server
}
