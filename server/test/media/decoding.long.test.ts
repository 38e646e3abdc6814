import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { createFolderFiles } from '../../src/media/folder-files.ts'
import { createMediaStore } from '../../src/media/media-store.ts'
import { openResized } from '../../src/media/resizer.ts'
import { memoryMediaFiles } from '../support/media/media-files.ts'
import { plainPicture, scanBomb } from '../support/media/pictures.ts'
import { putMedia } from '../support/media/s3.ts'

test('beside four imports of hostile pictures, another account’s resize takes less than 2 seconds', async () => {
  const store = createMediaStore(createFolderFiles(await tempFolder()), memoryMediaFiles())
  const { id } = await putMedia(store, await plainPicture(1440, 1800).jpeg().toBuffer())
  // The most work that is accepted, which takes some tenths of a second, and what is rejected.
  const pictures = [await scanBomb(6000, 6900, 24), await scanBomb(6000, 6900, 882)]
  const stopping = new AbortController()
  const imports = ['a', 'b', 'c', 'd'].flatMap((name, accountId) =>
    Array.from({ length: 12 }, (_, index) =>
      store.put({ accountId, mediaId: name.repeat(16) }, [pictures[index % 2] ?? Buffer.of()], {
        signal: stopping.signal,
      }),
    ),
  )
  const ended = Promise.allSettled(imports)
  await expect.poll(() => store.decoding.waiting().background).toBeGreaterThan(3)
  for (const width of [320, 768, 960, 1200] as const) {
    const started = performance.now()
    const resized = await openResized(store, { kind: 'resized', id, width, format: 'webp' })
    expect(resized?.bytes).toBeGreaterThan(0)
    expect(performance.now() - started).toBeLessThan(2000)
  }
  expect(store.decoding.waiting().background).toBeGreaterThan(0)
  // What waits ends with the process, and what is being decoded takes some tenths of a second.
  stopping.abort(new Error('stopped'))
  await Promise.race([ended, setTimeout(5000).then(() => expect.unreachable())])
})
