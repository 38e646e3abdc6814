import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Scenario, ScenarioName } from '@photofeed/core/scenarios'

const bin = fileURLToPath(new URL('../bin/photofeed-server.js', import.meta.url))

export interface DemoServer {
  url: string
  scenarios: Scenario[]
  key(name: ScenarioName): string
  /** Stops it as an operator would; its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/** The built command, started as a user starts it. */
export async function startDemo(...args: string[]): Promise<DemoServer> {
  const child = spawn(process.execPath, [bin, 'demo', '--port', '0', '--json', ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [line] = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`The demo ended with ${code} before it was ready.`)
    }),
  ])
  const { url, scenarios } = JSON.parse(line) as Pick<DemoServer, 'url' | 'scenarios'>
  return {
    url,
    scenarios,
    key(name) {
      const scenario = scenarios.find((known) => known.name === name)
      if (!scenario) throw new Error(`No scenario ${name}`)
      return scenario.apiKey
    },
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null) {
        child.kill(signal)
        await once(child, 'exit')
      }
      return child.exitCode
    },
  }
}
