import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { onTestFinished } from 'vitest'
import * as processes from '../../../test-support/processes.ts'
import { runCommand } from '../../cli/run-command.ts'
import { startCommand, startLogged } from '../../src/cli/start.ts'
import { parseSettings } from '../../src/settings/setting.ts'
import type { Settings } from '../../src/settings/settings.ts'

export const bin = fileURLToPath(new URL('../../bin/photofeed-server.js', import.meta.url))

/** A stream that collects what is written to it. */
export function textSink() {
  let text = ''
  return {
    write(chunk: string) {
      text += chunk
    },
    text: () => text,
  }
}

/** Runs a command to its end, in this process. */
export async function command(...args: string[]): Promise<processes.Finished> {
  const [stdout, stderr] = [textSink(), textSink()]
  const code = await runCommand(args, { stdout, stderr })
  return { code, stdout: stdout.text(), stderr: stderr.text() }
}

/** Runs the built command to its end, in a process of its own. */
export function commandProcess(...args: string[]): Promise<processes.Finished> {
  return processes.runCommand(bin, ...args)
}

/** Starts the server of `photofeed-server start` on a free port, in this process. The test stops it. */
export async function start(...args: string[]) {
  const log = textSink()
  const settings = settingsOf<Settings>(startCommand, ['--port', '0', ...args])
  const { addresses, ...server } = await startLogged(settings, log)
  if (!addresses) throw new Error('A worker has no address.')
  let closing: Promise<void> | undefined
  async function stop() {
    closing ??= server.close()
    await closing
  }
  onTestFinished(stop)
  return { ...addresses, ...server, stop, log: log.text }
}

/** Starts the built server on a free port, in a process of its own that ends with the test. */
export async function startProcess<Ready = { url: string }>(...args: string[]) {
  const flags = ['--port', '0', '--json', ...args]
  const server = await processes.startServer<Ready>(bin, 'start', ...flags)
  onTestFinished(async () => void (await server.stop('SIGKILL')))
  return {
    ...server,
    /** The most memory that it has used. */
    peakMegabytes() {
      const status = readFileSync(`/proc/${server.pid}/status`, 'utf8')
      return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024
    },
  }
}

/** Returns the settings that a command reads from these arguments. */
export function settingsOf<Settings>(command: CommandUnknownOpts, args: string[]): Settings {
  const parser = new Command()
  for (const option of command.options) parser.addOption(option)
  parser.parse(args, { from: 'user' })
  const flags = parser.opts()
  return { ...flags, ...parseSettings(command, flags) } as Settings
}
