import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { startProcess } from '../support/commands.ts'

test('a process that is replaced does not adopt the media place again', async () => {
  const data = join(await tempFolder(), 'data')
  const server = await startProcess('--data', data, '--workers', '2', '--adopt-media')
  onTestFinished(async () => void (await server.stop('SIGKILL')))
  const file = join(data, 'media', 'photofeed-store-id')
  // Days later the operator gives the place to another database, and a process of the old server ends.
  await writeFile(file, 'another\n')
  const [child] = execFileSync('pgrep', ['-P', String(server.pid)], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(Number)
  process.kill(child ?? 0, 'SIGKILL')
  await new Promise((resolve) => setTimeout(resolve, 6000))
  expect(await readFile(file, 'utf8')).toBe('another\n')
})
