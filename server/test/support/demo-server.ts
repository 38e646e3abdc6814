import { accountScenarios, type Scenario, type ScenarioName } from '@photofeed/core/scenarios'
import { demoCommand } from '../../demo/demo-command.ts'
import { type DemoSettings, startDemo as startInProcess } from '../../demo/run-demo.ts'
import { createLog } from '../../src/log.ts'
import { settingsOf, textSink } from './commands.ts'

export interface DemoServer {
  url: string
  scenarios: readonly Scenario[]
  key(name: ScenarioName): string
  /** What it has logged so far. */
  log(): string
  stop(): Promise<void>
}

/** Starts `photofeed-server demo` with these arguments, in this process. */
export async function startDemo(...args: string[]): Promise<DemoServer> {
  const settings = settingsOf<DemoSettings>(demoCommand, ['--port', '0', ...args])
  const log = textSink()
  const { url, close } = await startInProcess(settings, createLog({}, log))
  return {
    url,
    scenarios: accountScenarios,
    log: log.text,
    stop: close,
    key(name) {
      const scenario = accountScenarios.find((known) => known.name === name)
      if (!scenario) throw new Error(`No scenario ${name}`)
      return scenario.apiKey
    },
  }
}
