import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { tempFolder } from '../../fixtures/temp-folder.ts'
import { demoPictures, drawingOf, drawPictures } from './pictures.ts'

test('every picture is another one, and mostly as wide as the widest size', () => {
  expect(demoPictures).toHaveLength(40)
  expect(new Set(demoPictures.map(drawingOf)).size).toBe(40)
  expect(demoPictures.filter(({ width }) => width < 1200)).toMatchObject([{ width: 640 }])
})

test('they are drawn in the size and format that they name', async () => {
  const folder = await tempFolder()
  await drawPictures(folder)
  const formats: Record<string, string> = { jpg: 'jpeg', png: 'png', webp: 'webp' }
  for (const { path, width, height } of demoPictures) {
    const picture = await sharp(await readFile(join(folder, path))).metadata()
    const extension = path.split('.').at(-1) ?? ''
    expect(picture).toMatchObject({ format: formats[extension], width, height })
  }
})
