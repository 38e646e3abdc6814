import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { launch, startServer } from '../../../test-support/processes.ts'
import { bin } from '../cli/command.ts'

const mockBin = fileURLToPath(
  new URL('../../../mock-server/bin/photofeed-mock.js', import.meta.url),
)

interface Ready {
  url: string
  scenarios: { name: string; apiKey: string }[]
}

/** The largest part of memory that a running process has had, in MB; null once it has ended. */
async function peakOf(pid: number | undefined): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(status) ?? []
  return kilobytes === undefined ? null : Number(kilobytes) / 1024
}

test.runIf(process.platform === 'linux')(
  '20,000 random requests need less than 300 MB',
  { timeout: 600_000 },
  async () => {
    const mock = await startServer<Ready>(mockBin, '--port', '0', '--json', '--warnings', 'off')
    onTestFinished(async () => void (await mock.stop()))
    const keys = mock.ready.scenarios
      .filter(({ name }) => ['premium', 'free'].includes(name))
      .flatMap(({ name, apiKey }) => ['--account', `${name}=${apiKey}`])
    const args = [mock.ready.url, ...keys, '--fuzz', '20000', '--seed', '1', '--timeout', '500']
    const check = launch(process.execPath, [bin, ...args])
    onTestFinished(() => check.stop('SIGKILL'))
    let peak = 0
    while (check.isRunning()) {
      peak = Math.max(peak, (await peakOf(check.pid)) ?? 0)
      await wait(100)
    }
    const { code, stdout, stderr } = await check.ended
    expect(code, stdout + stderr).toBe(0)
    // An option of V8 that a later Node lacks would be an error here.
    expect(stderr).not.toContain('unrecognized')
    expect(Number(/(\d+) requests in/.exec(stdout + stderr)?.[1])).toBeGreaterThan(20_000)
    expect(peak).toBeGreaterThan(50)
    expect(peak).toBeLessThan(300)
  },
)
