import { fileURLToPath } from 'node:url'
import type { Scenario, ScenarioName } from '@photofeed/core/scenarios'
import { startServer } from '../../../testing/command.ts'

const bin = fileURLToPath(new URL('../../bin/photofeed-server.js', import.meta.url))

export interface DemoServer {
  url: string
  scenarios: Scenario[]
  key(name: ScenarioName): string
  /** Stops it as an operator would; its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/** The built command, started as a user starts it. */
export async function startDemo(...args: string[]): Promise<DemoServer> {
  const { ready, stop } = await startServer<Pick<DemoServer, 'url' | 'scenarios'>>(
    bin,
    'demo',
    '--port',
    '0',
    '--json',
    ...args,
  )
  return {
    ...ready,
    stop,
    key(name) {
      const scenario = ready.scenarios.find((known) => known.name === name)
      if (!scenario) throw new Error(`No scenario ${name}`)
      return scenario.apiKey
    },
  }
}
