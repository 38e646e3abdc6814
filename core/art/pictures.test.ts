import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { widths } from '@photofeed/openapi'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { clip, pictures } from '../src/generated/pictures.ts'
import { drawingOf, sketches } from './pictures.ts'

const media = new URL('../media/', import.meta.url)

function read(path: string): Promise<Buffer> {
  return readFile(new URL(path, media))
}

function stored(bytes: Buffer) {
  const id = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
  return { id, bytes: bytes.byteLength }
}

test('every picture is another one, in every scene and aspect ratio', () => {
  expect(sketches).toHaveLength(20)
  expect(new Set(sketches.map(drawingOf)).size).toBe(20)
  expect(new Set(sketches.map(({ scene }) => scene)).size).toBe(5)
  expect(new Set(sketches.map(({ width, height }) => height / width)).size).toBe(3)
})

test('the manifest lists what is to be drawn', () => {
  expect(pictures).toMatchObject(
    sketches.map(({ number, scene, height }) => ({ number, scene, height })),
  )
  expect(sketches.every(({ width }) => width === Math.max(...widths))).toBe(true)
})

test.each(pictures)('picture $number is there in every width and format', async (picture) => {
  const { number, height, file } = picture
  const extensions = { jpg: 'jpeg', webp: 'webp' }
  expect(file).toEqual({ ...stored(await read(`${number}/1200.jpg`)), extension: 'jpg' })
  for (const width of widths) {
    for (const [extension, format] of Object.entries(extensions)) {
      const found = await sharp(await read(`${number}/${width}.${extension}`)).metadata()
      const scaled = { width, height: Math.round((height * width) / 1200) }
      expect(found).toMatchObject({ format, ...scaled })
    }
  }
})

test('the clip is an MP4', async () => {
  const bytes = await read('clip.mp4')
  expect(clip).toEqual({ ...stored(bytes), extension: 'mp4' })
  expect(bytes.toString('latin1', 4, 8)).toBe('ftyp')
})

test('there is no other file, and all together are small enough to install', async () => {
  const files = (await readdir(media, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  )
  expect(files).toHaveLength(pictures.length * widths.length * 2 + 1)
  let total = 0
  for (const { parentPath, name } of files)
    total += (await readFile(`${parentPath}/${name}`)).length
  expect(total).toBeLessThan(1_550_000)
})
