import { accountScenarios, type ScenarioName } from '@photofeed/core/scenarios'
import { demoCommand } from '../../demo/demo-command.ts'
import { type DemoSettings, startDemo as startInProcess } from '../../demo/run-demo.ts'
import { createLog } from '../../src/log.ts'
import { settingsOf, textSink } from './commands.ts'

export type DemoServer = Awaited<ReturnType<typeof startDemo>>

/** Starts `photofeed-server demo` with these arguments, in this process. */
export async function startDemo(...args: string[]) {
  const settings = settingsOf<DemoSettings>(demoCommand, ['--port', '0', ...args])
  const log = textSink()
  const { url, close } = await startInProcess(settings, createLog({}, log))
  return {
    url,
    scenarios: accountScenarios,
    /** What it has logged so far. */
    log: log.text,
    stop: close,
    key(name: ScenarioName) {
      const scenario = accountScenarios.find((known) => known.name === name)
      if (!scenario) throw new Error(`No scenario ${name}`)
      return scenario.apiKey
    },
  }
}
