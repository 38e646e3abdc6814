import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import { debianCommand } from '../../../test-support/debian-packages.ts'
import { launch, type Program } from '../../../test-support/processes.ts'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { bin } from './commands.ts'

/**
 * Does what systemd does with a unit of the package: starts its command with the environment file, waits for READY=1 of a
 * `Type=notify`, and ends what has not stopped in time. `systemd-notify` is Debian's; `socat` has the socket of systemd.
 */
export async function systemdUnit(
  name: string,
  instance: string,
  environment: NodeJS.ProcessEnv,
  /** The ports of the unit, and free ones of this machine in their place. */
  ports: Record<number, number>,
) {
  const path = new URL(`../../deploy/systemd/${name}`, import.meta.url)
  let unit = (await readFile(path, 'utf8')).replaceAll('%i', instance)
  for (const [port, free] of Object.entries(ports)) unit = unit.replaceAll(port, String(free))
  const directive = (key: string) => new RegExp(`^${key}=(.*)$`, 'm').exec(unit)?.[1]
  expect(directive('Type')).toBe('notify')
  const [, options = ''] = /^\/usr\/bin\/env photofeed-server (.*)$/.exec(
    directive('ExecStart') ?? '',
  ) ?? ['']
  const socket = join(await tempFolder(), 'notify')
  await debianCommand('systemd-notify', 'systemd')
  const receiver = launch(await debianCommand('socat'), ['-u', `UNIX-RECV:${socket}`, 'STDOUT'])
  onTestFinished(() => receiver.stop())
  const env = { ...process.env, ...environment, NOTIFY_SOCKET: socket }
  let program: Program | undefined
  let seen = 0

  /** Waits for a state that arrives from now on. */
  async function notified(state: string) {
    await expect.poll(() => receiver.stdout().slice(seen), { timeout: 60_000 }).toContain(state)
    seen = receiver.stdout().length
  }

  async function start() {
    program = launch(process.execPath, [bin, ...options.split(' ')], { env })
    await notified('READY=1')
  }

  async function stop() {
    program?.kill('SIGTERM')
    const limit = Number(directive('TimeoutStopSec')) * 1000
    const late = setTimeout(limit, 'late', { ref: false })
    expect(await Promise.race([program?.ended, late])).toMatchObject({ code: 0 })
  }
  onTestFinished(async () => void (await program?.stop('SIGKILL')))
  return {
    start,
    stop,
    /** Like `systemctl restart`: returns when the new process is ready. */
    async restart() {
      await stop()
      await start()
    },
    log: () => program?.stderr() ?? '',
  }
}
