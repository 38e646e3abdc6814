import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { startProcess } from '../support/commands.ts'

test('a server of several processes adopts the media place, and a process that is replaced does not do it again', async () => {
  const [data, media] = [await tempFolder(), await tempFolder()]
  const file = join(media, 'photofeed-store-id')
  await writeFile(file, 'another\n')
  const server = await startProcess(
    ...['--data', data, '--media', media, '--workers', '2', '--adopt-media'],
  )
  onTestFinished(async () => void (await server.stop('SIGKILL')))
  expect(await readFile(file, 'utf8')).not.toBe('another\n')
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
