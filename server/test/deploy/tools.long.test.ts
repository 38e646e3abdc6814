// The units for operators in systemd.
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { debianCommand } from '../../../test-support/debian-packages.ts'
import { run } from '../../../test-support/processes.ts'
import { tempFolder } from '../../../test-support/temp-folder.ts'

const deploy = fileURLToPath(new URL('../../deploy/', import.meta.url))

test('systemd accepts the units', { timeout: 60_000 }, async () => {
  const program = await debianCommand('systemd-analyze', 'systemd')
  const folder = await tempFolder()
  for (const [from, to] of [
    ['photofeed.service', 'photofeed.service'],
    ['photofeed-worker.service', 'photofeed-worker.service'],
    ['photofeed-api@.service', 'photofeed-api@0.service'],
    ['photofeed-backup.service', 'photofeed-backup.service'],
    ['photofeed-backup.timer', 'photofeed-backup.timer'],
  ] as const) {
    await cp(join(deploy, 'systemd', from), join(folder, to))
    const { output } = await run(program, ['verify', join(folder, to)])
    expect(output).toBe('')
  }
})
