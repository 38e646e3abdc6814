import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { fileStores, keysIn, putBytes } from '../../test/support/s3.ts'
import { type ByteRange, type FileStore, type FoundFile, translateErrors } from './file-store.ts'

const bytes = Buffer.from('0123456789')

async function found(files: FileStore, key: string): Promise<FoundFile> {
  const file = await files.find(key)
  if (!file) throw new Error(`Nothing is under ${key}`)
  return file
}

async function content(file: FoundFile, range?: ByteRange): Promise<string> {
  return (await buffer(await file.read(range))).toString()
}

describe.each(fileStores)('%s', (_, make) => {
  test('can be used before anything is in it', async () => {
    const files = await make()
    await files.check()
    expect(await files.find('a/b.jpg')).toBeNull()
    expect(await keysIn(files, 'a')).toEqual([])
  })

  test('gives back what was put into it, with its length and its time', async () => {
    const files = await make()
    // Some stores count time in whole seconds, and a disk's clock may be a tick behind.
    const before = Date.now() - 2000
    await putBytes(files, 'a/b.jpg', bytes)
    const file = await found(files, 'a/b.jpg')
    expect(file.bytes).toBe(10)
    expect(file.modifiedAt.getTime()).toBeGreaterThan(before)
    expect(await content(file)).toBe('0123456789')
  })

  test('gives parts', async () => {
    const files = await make()
    await putBytes(files, 'a/b.jpg', bytes)
    const file = await found(files, 'a/b.jpg')
    // Not 0 to 0: s3rver takes an end of 0 for none.
    expect(await content(file, { start: 0, end: 1 })).toBe('01')
    expect(await content(file, { start: 3, end: 5 })).toBe('345')
    expect(await content(file, { start: 9, end: 9 })).toBe('9')
    expect(await content(file, { start: 0, end: 9 })).toBe('0123456789')
  })

  test('a file may be empty', async () => {
    const files = await make()
    await putBytes(files, 'a/b.jpg', Buffer.alloc(0))
    const file = await found(files, 'a/b.jpg')
    expect([file.bytes, await content(file)]).toEqual([0, ''])
  })

  test('a file is read as often as wanted, also at the same time', async () => {
    const files = await make()
    await putBytes(files, 'a/b.jpg', bytes)
    const file = await found(files, 'a/b.jpg')
    const reads = [content(file), content(file, { start: 1, end: 2 }), content(file)]
    expect(await Promise.all(reads)).toEqual(['0123456789', '12', '0123456789'])
  })

  test('a stream that is not read to its end is closed', async () => {
    const files = await make()
    await putBytes(files, 'a/b.jpg', randomBytes(1024 * 1024))
    const file = await found(files, 'a/b.jpg')
    for (let turn = 0; turn < 20; turn += 1) (await file.read()).destroy()
    expect((await buffer(await file.read())).length).toBe(1024 * 1024)
  })

  test('stores large files', async () => {
    const files = await make()
    const large = randomBytes(20 * 1024 * 1024)
    await putBytes(files, 'a/b.mp4', large)
    const file = await found(files, 'a/b.mp4')
    expect((await buffer(await file.read())).equals(large)).toBe(true)
    const range = { start: 10_000_000, end: 10_099_999 }
    expect(
      (await buffer(await file.read(range))).equals(large.subarray(10_000_000, 10_100_000)),
    ).toBe(true)
  })

  test('the same key again replaces, also at the same time', async () => {
    const files = await make()
    await putBytes(files, 'a/b.jpg', Buffer.from('old and longer than the new one'))
    await Promise.all([putBytes(files, 'a/b.jpg', bytes), putBytes(files, 'a/b.jpg', bytes)])
    expect(await content(await found(files, 'a/b.jpg'))).toBe('0123456789')
    expect(await keysIn(files, 'a')).toEqual(['a/b.jpg'])
  })

  test('deletes one file, again without complaint', async () => {
    const files = await make()
    await putBytes(files, 'a/b.jpg', bytes)
    await putBytes(files, 'a/c.jpg', bytes)
    await files.delete('a/b.jpg')
    await files.delete('a/b.jpg')
    await files.delete('never/was/there.jpg')
    expect(await files.find('a/b.jpg')).toBeNull()
    expect(await keysIn(files, 'a')).toEqual(['a/c.jpg'])
  })

  test('lists what is below a folder, and nothing beside it', async () => {
    const files = await make()
    for (const key of ['a/b.jpg', 'a/b/c.jpg', 'a/d/e/f.jpg', 'ab/c.jpg', 'a.jpg']) {
      await putBytes(files, key, bytes)
    }
    expect((await keysIn(files, 'a')).sort()).toEqual(['a/b.jpg', 'a/b/c.jpg', 'a/d/e/f.jpg'])
  })

  test('lists sorted pages', async () => {
    const files = await make()
    const keys = ['0/1', '0/2', 'a/0', 'a/f', 'b/0'].flatMap((folder) =>
      ['1.320.webp', '1.jpg', '2.jpg'].map((name) => `accounts/${folder}/${name}`),
    )
    for (const key of keys.toReversed()) await putBytes(files, key, bytes)
    expect(await keysIn(files)).toEqual(keys)
  })

  test('a draft that is not put into the store is discarded, or swept when it is old', async () => {
    const files = await make()
    const [left, right] = [await files.drafts.write([bytes]), await files.drafts.write([bytes])]
    expect(left).toMatchObject({ bytes: 10, sha256: expect.stringMatching(/^84d89877f0d4041e/) })
    await files.drafts.discard(right)
    await files.drafts.sweep(Date.now() - 60_000)
    await files.put('a/b.jpg', left)
    await files.drafts.discard(left)
    expect(await content(await found(files, 'a/b.jpg'))).toBe('0123456789')
    const abandoned = await files.drafts.write([bytes])
    await files.drafts.sweep(Date.now() + 60_000)
    await expect(files.put('a/c.jpg', abandoned)).rejects.toThrow()
    expect(await keysIn(files, 'a')).toEqual(['a/b.jpg'])
  })
})

const translate = (error: unknown) => new Error(`translated: ${(error as Error).message}`)

test('the content is the same', async () => {
  const source = Readable.from([Buffer.from('one '), Buffer.from('two')])
  expect(await text(translateErrors(source, translate))).toBe('one two')
})

test('an error in the middle is translated', async () => {
  const source = new Readable({ read() {} })
  source.push('one ')
  const reading = text(translateErrors(source, translate))
  source.destroy(new Error('broke off'))
  await expect(reading).rejects.toThrow('translated: broke off')
})

test('the end without an error stays one', async () => {
  const source = translateErrors(new Readable({ read() {} }), translate)
  source.destroy()
  await once(source, 'close')
  expect(source.errored).toBeNull()
})
