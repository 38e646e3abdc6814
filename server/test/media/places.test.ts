import { mkdir, rename, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { createFolderFiles } from '../../src/media/folder-files.ts'
import { openDataFolder } from '../../src/start/data-folder.ts'
import { command, start } from '../support/commands.ts'
import { jpegOf } from '../support/pictures.ts'
import { keysIn } from '../support/s3.ts'

test('of two new services that start with one empty place at the same time, one starts', async () => {
  const root = await tempFolder()
  const media = join(root, 'media')
  await mkdir(media)
  const both = await Promise.allSettled(
    ['a', 'b', 'c'].map((name) => start('--data', join(root, name), '--media', media)),
  )
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
})

test('a folder of a user is neither claimed nor changed', async () => {
  const root = await tempFolder()
  const media = join(root, 'home')
  await mkdir(join(media, 'drafts'), { recursive: true })
  await writeFile(join(media, 'drafts', 'letter.txt'), 'Dear')
  const started = await command(
    'start',
    '--port',
    '0',
    '--data',
    join(root, 'data'),
    '--media',
    media,
  )
  expect(started).toMatchObject({ code: 1, stderr: expect.stringContaining('no id of a database') })
})

test('media behind symlinks are listed, swept and backed up', async () => {
  const root = await tempFolder()
  const data = join(root, 'data')
  const files = createFolderFiles(join(data, 'media'))
  {
    await using folder = await openDataFolder(data, undefined)
    await folder.media.check()
    await folder.media.put({ accountId: 1, mediaId: '0123456789abcdef' }, [await jpegOf('#111')])
  }
  await rename(join(data, 'media', 'accounts'), join(root, 'disk'))
  await symlink(join(root, 'disk'), join(data, 'media', 'accounts'))
  expect.soft(await keysIn(files)).toHaveLength(1)
  // One account's folder, or one of the 256 above, on another disk.
  await rename(join(root, 'disk', '01'), join(root, 'disk-01'))
  await symlink(join(root, 'disk-01'), join(root, 'disk', '01'))
  expect.soft(await keysIn(files)).toHaveLength(1)
})
