import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { widths } from '@photofeed/openapi'
import sharp, { type Sharp } from 'sharp'
import type { StoredFile } from '../src/store.ts'
import { drawingOf, type PictureSketch, sketches } from './pictures.ts'

// Draws the pictures of the scenarios into core/media and lists them in core/src/generated. Its results are
// committed: another version of sharp may encode other bytes, and with them other ids.

const media = new URL('../media/', import.meta.url)
const manifest = new URL('../src/generated/pictures.ts', import.meta.url)

// All files together are part of what people install, so they are as small as still looks good.
const encoders = {
  jpg: (picture: Sharp) => picture.jpeg({ quality: 57, mozjpeg: true }),
  webp: (picture: Sharp) => picture.webp({ quality: 52, effort: 6 }),
}

/** Writes the picture in every width and format. */
async function draw(sketch: PictureSketch): Promise<void> {
  const folder = new URL(`${sketch.number}/`, media)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const drawing = await sharp(Buffer.from(drawingOf(sketch)))
    .flatten()
    .png()
    .toBuffer()
  for (const width of widths) {
    for (const [extension, encode] of Object.entries(encoders)) {
      const bytes = await encode(sharp(drawing).resize({ width })).toBuffer()
      await writeFile(new URL(`${width}.${extension}`, folder), bytes)
    }
  }
}

/** A file of the media folder as a server that imports it stores it. */
async function describeFile(path: string, extension: StoredFile['extension']): Promise<StoredFile> {
  const bytes = await readFile(new URL(path, media))
  const id = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
  return { id, extension, bytes: bytes.byteLength }
}

await Promise.all(sketches.map(draw))
const pictures = await Promise.all(
  sketches.map(async ({ number, scene, height }) => ({
    number,
    scene,
    height,
    file: await describeFile(`${number}/1200.jpg`, 'jpg'),
  })),
)
const clip = await describeFile('clip.mp4', 'mp4')
await writeFile(
  manifest,
  `// Drawn and listed by \`node core/art/draw.ts\`. Do not edit.
export const pictures = ${JSON.stringify(pictures, null, 2)} as const

export const clip = ${JSON.stringify(clip, null, 2)} as const
`,
)
