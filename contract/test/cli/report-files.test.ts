import { execFileSync } from 'node:child_process'
import { chmod, lstat, open, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { writeWhole } from '../../src/commands/reports.ts'

test('a report replaces the file of the last run, and no other file beside it', async () => {
  const folder = await tempFolder()
  const file = join(folder, 'report.json')
  const neighbors = ['.report.json', `.report.json.${process.pid}`]
  for (const name of neighbors) await writeFile(join(folder, name), 'mine')
  await writeWhole(file, 'first')
  await writeWhole(file, 'second')
  expect(await readFile(file, 'utf8')).toBe('second')
  expect((await readdir(folder)).sort()).toEqual([...neighbors, 'report.json'])
  for (const name of neighbors) expect(await readFile(join(folder, name), 'utf8')).toBe('mine')
})

test('a link stays a link, and the report is in the file that it leads to', async () => {
  const folder = await tempFolder()
  const [file, link] = [join(folder, 'report.json'), join(folder, 'link.json')]
  await writeFile(file, 'first')
  await symlink('report.json', link)
  await writeWhole(link, 'second')
  expect((await lstat(link)).isSymbolicLink()).toBe(true)
  expect(await readFile(file, 'utf8')).toBe('second')
})

test.skipIf(process.platform === 'win32')('a pipe gets the report, and stays a pipe', async () => {
  const pipe = join(await tempFolder(), 'pipe')
  execFileSync('mkfifo', [pipe])
  await chmod(pipe, 0o600)
  const [reader] = await Promise.all([open(pipe, 'r'), writeWhole(pipe, 'report')])
  expect(await reader.readFile('utf8')).toBe('report')
  await reader.close()
  expect((await lstat(pipe)).isFIFO()).toBe(true)
})
