import { readdirSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'
import { describe, expect, test } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { windowsFiles } from '../../test/media/windows-files.ts'
import { folderFiles, keysIn, putBytes } from '../../test/support/s3.ts'
import { type FileStore, fileLimits, MediaStoreProblem, RejectedMedia } from './file-store.ts'
import { createDrafts } from './folder-files.ts'

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
      `The media folder ${folder} cannot be used (ENOTDIR). It is below a file. Choose another with --media.`,
    )
  })
})

test('a folder that a deletion leaves empty is removed, and comes back with the next file', async () => {
  const folder = await tempFolder()
  const files = folderFiles(folder)
  await putBytes(files, 'accounts/a/b.jpg', Buffer.from('x'))
  await putBytes(files, 'accounts/c/d.jpg', Buffer.from('x'))
  await files.delete(['accounts/a/b.jpg'])
  expect(await readdir(join(folder, 'accounts'))).toEqual(['c'])
})

test('a file is stored while deletions remove its folder again and again', async () => {
  const folder = await tempFolder()
  const files = folderFiles(folder)
  const path = join(folder, 'accounts/a/b.jpg')
  // In a thread, as another process would: between any two steps of the storing.
  const deletions = new Worker(
    `const { rmSync, rmdirSync } = require('node:fs')
    const { dirname } = require('node:path')
    const { path } = require('node:worker_threads').workerData
    const pause = new Int32Array(new SharedArrayBuffer(4))
    for (;; Atomics.wait(pause, 0, 0, Math.random())) {
      rmSync(path, { force: true })
      try { rmdirSync(dirname(path)); rmdirSync(dirname(dirname(path))) } catch {}
    }`,
    { eval: true, workerData: { path } },
  )
  try {
    for (let n = 0; n < 200; n += 1) await putBytes(files, 'accounts/a/b.jpg', Buffer.from('x'))
  } finally {
    await deletions.terminate()
  }
  await putBytes(files, 'accounts/a/b.jpg', Buffer.from('x'))
  expect(await keysIn(files)).toEqual(['accounts/a/b.jpg'])
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

describe('on Windows', () => {
  test('files are stored, opened and deleted', async () => {
    const folder = await tempFolder()
    const files = folderFiles(folder, windowsFiles())
    await files.check()
    await putBytes(files, 'accounts/a/b.jpg', Buffer.from('x'))
    await putBytes(files, 'accounts/a/b.jpg', Buffer.from('replaced'))
    const found = await files.open('accounts/a/b.jpg')
    expect(found?.body && (await text(found.body))).toBe('replaced')
    expect(await keysIn(files)).toEqual(['accounts/a/b.jpg'])
    await files.delete(['accounts/a/b.jpg'])
    expect(await keysIn(files)).toEqual([])
  })

  test('a file that another program reads is replaced and deleted as soon as that ends', async () => {
    const folder = await tempFolder()
    const path = join(folder, 'a/b.jpg')
    const inUse = new Set<string>()
    const files = folderFiles(folder, windowsFiles(inUse))
    await putBytes(files, 'a/b.jpg', Buffer.from('x'))
    for (const change of [
      () => putBytes(files, 'a/b.jpg', Buffer.from('replaced')),
      () => files.delete(['a/b.jpg']),
    ]) {
      inUse.add(path)
      setTimeout(() => inUse.delete(path), 30)
      await change()
    }
    expect(await keysIn(files)).toEqual([])
    await putBytes(files, 'a/b.jpg', Buffer.from('x'))
    inUse.add(path)
    await expect(files.delete(['a/b.jpg'])).rejects.toThrow(
      `The media folder ${folder} cannot be used (EBUSY). Check its disk and its permissions.`,
    )
  })
})
