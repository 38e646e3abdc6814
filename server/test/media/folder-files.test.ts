import { readdirSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import {
  type FileStore,
  fileLimits,
  MediaStoreProblem,
  RejectedMedia,
} from '../../src/media/file-store.ts'
import { createDrafts } from '../../src/media/folder-files.ts'
import { folderFiles, keysIn, putBytes } from '../support/media/s3.ts'

test('no reader sees half of a file', async () => {
  const files = folderFiles(await tempFolder())
  const large = Buffer.alloc(50 * 1024 * 1024, 7)
  let isWritten = false
  const writing = putBytes(files, 'a/b.mp4', large).then(() => {
    isWritten = true
  })
  const seen = new Set<number | null>()
  while (!isWritten) {
    const file = await files.open('a/b.mp4')
    file?.body?.destroy()
    seen.add(file?.bytes ?? null)
  }
  await writing
  seen.delete(null)
  seen.delete(large.length)
  expect([...seen]).toEqual([])
})

test('a file that could not be written is not listed', async () => {
  const folder = await tempFolder()
  const files = folderFiles(folder)
  await mkdir(join(folder, 'a/c.jpg/in-the-way'), { recursive: true })
  await putBytes(files, 'a/b.jpg', Buffer.from('x'))
  await expect(putBytes(files, 'a/c.jpg', Buffer.from('x'))).rejects.toBeInstanceOf(
    MediaStoreProblem,
  )
  expect(await keysIn(files)).toEqual(['a/b.jpg'])
})

test('while a disk is not mounted, its files are neither missing nor deleted', async () => {
  const folder = await tempFolder()
  const files = folderFiles(folder)
  expect(await files.list('accounts/01', true)).toEqual([])
  await expect(files.list('accounts/01')).rejects.toBeInstanceOf(MediaStoreProblem)
  await putBytes(files, 'accounts/02/a.jpg', Buffer.from('x'))
  expect(await files.list('accounts/01')).toEqual([])
  await files.delete(['accounts/02/a.jpg'])
  expect(await files.list('accounts/01')).toEqual([])
})

describe.skipIf(process.platform === 'win32')('below a file', () => {
  test.each<[string, (files: FileStore) => Promise<unknown>]>([
    ['check', (files) => files.check()],
    ['put', (files) => putBytes(files, 'a.jpg', Buffer.from('x'))],
    ['open', (files) => files.open('a.jpg')],
    ['delete', (files) => files.delete(['a.jpg'])],
  ])('%s', async (_, use) => {
    const folder = join(await tempFolder(), 'file', 'media')
    await writeFile(join(folder, '..'), 'I am a file')
    const error = await use(folderFiles(folder)).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(MediaStoreProblem)
    expect((error as Error).message).toBe(
      `The media folder ${folder} cannot be used (ENOTDIR). Check --media, its disk and its permissions.`,
    )
  })
})

test('content that breaks off leaves no draft, and its error arrives as it is', async () => {
  const folder = await tempFolder()
  const reason = new Error('The source broke off.')
  async function* broken() {
    // A file that is still being created when the content breaks off would appear after its removal.
    expect(readdirSync(folder)).toHaveLength(1)
    yield Buffer.from('half')
    throw reason
  }
  await expect(createDrafts(folder).write(broken())).rejects.toBe(reason)
  expect(await readdir(folder)).toEqual([])
})

test('content that is too large is not read to its end', async () => {
  const folder = await tempFolder()
  const chunk = Buffer.alloc(1024 * 1024)
  let sent = 0
  let isReturned = false
  async function* endless() {
    try {
      for (;;) {
        sent += 1
        yield chunk
      }
    } finally {
      isReturned = true
    }
  }
  await expect(createDrafts(folder).write(endless())).rejects.toBeInstanceOf(RejectedMedia)
  expect(sent).toBe(fileLimits.videoBytes / chunk.length + 1)
  expect(isReturned).toBe(true)
  expect(await readdir(folder)).toEqual([])
})
