import { expect, test, vi } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { memoryMediaFiles } from '../../test/support/media-files.ts'
import { jpegOf } from '../../test/support/pictures.ts'
import { createFolderFiles } from './folder-files.ts'
import { createMediaStore } from './media-store.ts'
import { resizeNewPictures } from './new-pictures.ts'

const mediaId = '0123456789abcdef'
const widths = [320, 768, 960, 1200]

async function newPictures(maximumWaiting?: number) {
  const store = createMediaStore(createFolderFiles(await tempFolder()), memoryMediaFiles())
  const errors: unknown[] = []
  const onError = (error: unknown) => void errors.push(error)
  return {
    ...resizeNewPictures({
      ...{ store, format: 'webp', onError },
      ...(maximumWaiting !== undefined && { maximumWaiting }),
    }),
    ...{ store, errors },
    /** Returns the widths that are stored of each picture. */
    async stored(...ids: string[]) {
      const found = ids.map(async (id) => {
        const all = widths.map((width) =>
          store.find({ kind: 'resized', id, width, format: 'webp' }),
        )
        return (await Promise.all(all)).filter((file) => file !== null).length
      })
      return Promise.all(found)
    },
  }
}

function createGate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open: () => open(), opened }
}

test('a new picture is resized to every width, and one that was stored before is not', async () => {
  const { put, store, stored, errors, stop } = await newPictures()
  const picture = await jpegOf('#a11')
  const before = await store.put({ accountId: 1, mediaId }, [picture])
  expect(await put(mediaId, [picture], before)).toBe(before)
  const { id } = await put(mediaId, [await jpegOf('#1a1')])
  await vi.waitUntil(async () => (await stored(id))[0] === 4)
  // The queue goes on with what comes when it was empty.
  const { id: last } = await put(mediaId, [await jpegOf('#11a')])
  await vi.waitUntil(async () => (await stored(last))[0] === 4)
  await stop()
  expect(await stored(before.id)).toEqual([0])
  expect(errors).toEqual([])
})

test('a full queue drops pictures, and a stopped one resizes nothing more', async () => {
  const { put, store, stored, stop } = await newPictures(1)
  const { find } = store
  let gate = createGate()
  store.find = async (path) => {
    if (path.kind === 'resized') await gate.opened
    return find(path)
  }
  const ids: string[] = []
  const add = async (color: string) => {
    const { id } = await put(mediaId, [await jpegOf(color)])
    ids.push(id)
  }
  // One is being resized, one waits, one is dropped.
  for (const color of ['#a11', '#1a1', '#11a']) await add(color)
  gate.open()
  await vi.waitUntil(async () => (await stored(ids[1] ?? ''))[0] === 4)
  expect(await stored(...ids)).toEqual([4, 4, 0])

  gate = createGate()
  for (const color of ['#aa1', '#1aa']) await add(color)
  const stopped = stop()
  gate.open()
  await stopped
  await add('#a1a')
  // The width that was being made when it was stopped.
  expect(await stored(...ids.slice(3))).toEqual([1, 0, 0])
})

test('an error is reported, and the pictures after it are resized', async () => {
  const { put, store, stored, errors, stop } = await newPictures()
  const { find } = store
  let failures = 4
  store.find = async (path) => {
    if (path.kind === 'original' || failures === 0) return find(path)
    failures -= 1
    throw new Error('The store is down.')
  }
  const first = await put(mediaId, [await jpegOf('#a11')])
  const second = await put(mediaId, [await jpegOf('#1a1')])
  await vi.waitUntil(async () => (await stored(second.id))[0] === 4)
  await stop()
  expect(await stored(first.id)).toEqual([0])
  expect(errors).toEqual(Array.from({ length: 4 }, () => new Error('The store is down.')))
})
