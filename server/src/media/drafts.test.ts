import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../../../testing/temp-folder.ts'
import { createDrafts } from './drafts.ts'

const hour = 3_600_000

test('what a crash left is deleted after an hour, and what others write now is not', async () => {
  const [folder, target] = [await tempFolder(), await tempFolder()]
  const now = Date.now()
  let passed = 0
  const drafts = createDrafts(folder, () => now + passed)
  await mkdir(folder, { recursive: true })
  for (const [name, age] of [
    ['left', hour + 1000],
    ['writing', hour - 60_000],
  ] as const) {
    await writeFile(join(folder, name), 'half')
    const at = new Date(now - age)
    await utimes(join(folder, name), at, at)
  }
  await drafts.write(join(target, 'a/b.jpg'), Buffer.from('x'))
  expect(await readdir(folder)).toEqual(['writing'])
  expect(await readFile(join(target, 'a/b.jpg'), 'utf8')).toBe('x')

  passed = hour - 1000
  await drafts.write(join(target, 'c.jpg'), Buffer.from('x'))
  expect(await readdir(folder)).toEqual(['writing'])
  passed = hour
  await drafts.write(join(target, 'd.jpg'), Buffer.from('x'))
  expect(await readdir(folder)).toEqual([])
})

test('a file that cannot be put in its place leaves no draft', async () => {
  const folder = await tempFolder()
  const taken = join(await tempFolder(), 'a.jpg')
  await mkdir(join(taken, 'full'), { recursive: true })
  await expect(createDrafts(folder).write(taken, Buffer.from('x'))).rejects.toThrow()
  expect(await readdir(folder)).toEqual([])
})
