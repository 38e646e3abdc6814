import { createRandom, cycle } from '../src/scenarios/random.ts'
import { type Palette, palettes } from './palettes.ts'
import { type SceneName, scenes } from './scenes.ts'

/** What to draw. */
export interface PictureSketch {
  /** Two digits: the name of the folder that it is drawn into. */
  number: string
  scene: SceneName
  palette: Palette
  width: number
  height: number
  seed: number
}

const sceneNames = Object.keys(scenes) as SceneName[]

// The platform's aspect ratios: portrait, square, landscape.
const heights = [1500, 1200, 628] as const

// Chosen by eye: no boat hides another.
const firstSeed = 201

/** Every scene four times, in an order in which neighbors differ in everything. */
export const sketches: readonly PictureSketch[] = Array.from(
  { length: sceneNames.length * 4 },
  (_, index) => ({
    number: String(index + 1).padStart(2, '0'),
    scene: cycle(sceneNames, index),
    palette: cycle(palettes, index),
    width: 1200,
    height: cycle(heights, index),
    seed: firstSeed + index,
  }),
)

/** The picture as SVG. */
export function drawingOf({ scene, palette, width, height, seed }: PictureSketch): string {
  const drawing = scenes[scene]({ width, height, palette, random: createRandom(seed) })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawing}</svg>`
}
