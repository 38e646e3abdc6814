import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { type FileStore, translateErrors } from '../../src/media/file-store.ts'
import { fileStores, keysIn, putBytes } from '../support/media/s3.ts'

const bytes = Buffer.from('0123456789')

async function content(files: FileStore, key: string, range?: string): Promise<string | null> {
  const file = await files.open(key, range)
  return file?.body ? (await buffer(file.body)).toString() : null
}

describe.each(fileStores)('%s', (_, make) => {
  test('can be used before anything is in it', async () => {
    const files = await make()
    await files.check()
    expect(await files.open('a/b.jpg')).toBeNull()
    expect(await files.open('a/b.jpg', 'bytes=0-1')).toBeNull()
    expect(await keysIn(files)).toEqual([])
  })

  test('gives back what was put into it, whole and in parts', async () => {
    const files = await make()
    await putBytes(files, 'a/b.jpg', bytes)
    expect(await files.open('a/b.jpg')).toMatchObject({ bytes: 10, range: null })
    expect(await content(files, 'a/b.jpg')).toBe('0123456789')
    for (const [range, start, end, part] of [
      // Not 0 to 0: s3rver takes an end of 0 for none.
      ['bytes=0-1', 0, 1, '01'],
      ['bytes=3-5', 3, 5, '345'],
      ['bytes=9-', 9, 9, '9'],
      ['bytes=0-2000', 0, 9, '0123456789'],
    ] as const) {
      expect(await files.open('a/b.jpg', range)).toMatchObject({ bytes: 10, range: { start, end } })
      expect(await content(files, 'a/b.jpg', range)).toBe(part)
    }
    expect(await files.open('a/b.jpg', 'bytes=10-')).toMatchObject({ range: null, body: null })
  })

  test('a file may be empty', async () => {
    const files = await make()
    await putBytes(files, 'a/b.jpg', Buffer.alloc(0))
    expect(await files.open('a/b.jpg')).toMatchObject({ bytes: 0 })
    expect(await content(files, 'a/b.jpg')).toBe('')
  })

  test('a stream that is not read to its end is closed', async () => {
    const files = await make()
    await putBytes(files, 'a/b.jpg', randomBytes(1024 * 1024))
    for (let turn = 0; turn < 20; turn += 1) (await files.open('a/b.jpg'))?.body?.destroy()
    expect((await content(files, 'a/b.jpg'))?.length).toBeGreaterThan(1000)
  })

  test('stores large files', async () => {
    const files = await make()
    const large = randomBytes(20 * 1024 * 1024)
    await putBytes(files, 'a/b.mp4', large)
    const read = async (range?: string) => {
      const file = await files.open('a/b.mp4', range)
      return file?.body ? buffer(file.body) : Buffer.alloc(0)
    }
    expect((await read()).equals(large)).toBe(true)
    const part = await read('bytes=10000000-10099999')
    expect(part.equals(large.subarray(10_000_000, 10_100_000))).toBe(true)
  })

  test('the same key again replaces, also at the same time', async () => {
    const files = await make()
    await putBytes(files, 'a/b.jpg', Buffer.from('old and longer than the new one'))
    await Promise.all([putBytes(files, 'a/b.jpg', bytes), putBytes(files, 'a/b.jpg', bytes)])
    expect(await content(files, 'a/b.jpg')).toBe('0123456789')
    expect(await keysIn(files)).toEqual(['a/b.jpg'])
  })

  test('deletes files, again without complaint', async () => {
    const files = await make()
    for (const key of ['a/b.jpg', 'a/c.jpg', 'a/d.jpg']) await putBytes(files, key, bytes)
    await files.delete(['a/b.jpg', 'a/d.jpg', 'never/was/there.jpg'])
    await files.delete(['a/b.jpg'])
    await files.delete([])
    expect(await files.open('a/b.jpg')).toBeNull()
    expect(await keysIn(files)).toEqual(['a/c.jpg'])
  })

  test('a draft that is not put into the store is discarded, or swept when it is old', async () => {
    const files = await make()
    const [left, right] = [await files.drafts.write([bytes]), await files.drafts.write([bytes])]
    expect(left).toMatchObject({ bytes: 10, sha256: expect.stringMatching(/^84d89877f0d4041e/) })
    await files.drafts.discard(right)
    await files.drafts.sweep(Date.now() - 60_000)
    await files.put('a/b.jpg', left)
    await files.drafts.discard(left)
    expect(await content(files, 'a/b.jpg')).toBe('0123456789')
    const abandoned = await files.drafts.write([bytes])
    await files.drafts.sweep(Date.now() + 60_000)
    await expect(files.put('a/c.jpg', abandoned)).rejects.toThrow()
    expect(await keysIn(files)).toEqual(['a/b.jpg'])
  })
})

const translate = (error: unknown) => new Error(`translated: ${(error as Error).message}`)

test('an error in the middle is translated', async () => {
  const source = new Readable({ read() {} })
  source.push('one ')
  const reading = text(translateErrors(source, translate))
  source.destroy(new Error('broke off'))
  await expect(reading).rejects.toThrow('translated: broke off')
})
