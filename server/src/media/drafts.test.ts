import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { tempFolder } from '../../../testing/temp-folder.ts'
import { fileLimits, RejectedMedia } from './file-store.ts'
import { createDrafts } from './folder-files.ts'

test('content that breaks off leaves no draft, and its error arrives as it is', async () => {
  const folder = await tempFolder()
  const reason = new Error('The source broke off.')
  async function* broken() {
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
