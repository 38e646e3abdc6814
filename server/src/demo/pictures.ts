import { mkdir } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Sharp } from 'sharp'
import { concurrentMap } from '../import/concurrent-map.ts'
import { openPicture } from '../media/sharp-picture.ts'
import { type Palette, palettes } from './palettes.ts'
import { createRandom, cycle } from './random.ts'
import { type SceneName, scenes } from './scenes.ts'

/** A picture of the demo, and its place below the demo's folder. */
export interface DemoPicture {
  path: string
  scene: SceneName
  palette: Palette
  width: number
  height: number
  seed: number
}

const sceneNames = Object.keys(scenes) as SceneName[]

// The platform's own aspect ratios: portrait, square, landscape.
const sizes = [
  { width: 1200, height: 1500 },
  { width: 1200, height: 1200 },
  { width: 1200, height: 628 },
] as const

// A few are unlike the rest, as in any account: one narrow, and one of each rarer format.
const narrowIndex = 11
const rareFormats = new Map([
  [5, 'png'],
  [17, 'webp'],
])

/** Every scene in every palette, in an order in which neighbours differ. */
export const demoPictures: readonly DemoPicture[] = Array.from(
  { length: sceneNames.length * palettes.length },
  (_, index) => {
    const size = index === narrowIndex ? { width: 640, height: 800 } : cycle(sizes, index)
    const number = String(index + 1).padStart(2, '0')
    return {
      path: `pictures/${number}.${rareFormats.get(index) ?? 'jpg'}`,
      scene: cycle(sceneNames, index),
      palette: cycle(palettes, index),
      ...size,
      seed: index + 1,
    }
  },
)

/** Draws all pictures into the demo's folder. */
export async function drawPictures(folder: string): Promise<void> {
  await mkdir(join(folder, 'pictures'), { recursive: true })
  await concurrentMap(demoPictures, availableParallelism(), (picture) =>
    encode(picture).toFile(join(folder, picture.path)),
  )
}

function encode(picture: DemoPicture): Sharp {
  const drawing = openPicture(Buffer.from(drawingOf(picture))).flatten()
  if (picture.path.endsWith('.png')) return drawing.png({ palette: true })
  if (picture.path.endsWith('.webp')) return drawing.webp({ quality: 80, effort: 1 })
  return drawing.jpeg({ quality: 80 })
}

/** The picture as SVG. */
export function drawingOf({ scene, palette, width, height, seed }: DemoPicture): string {
  const drawing = scenes[scene]({ width, height, palette, random: createRandom(seed) })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawing}</svg>`
}
