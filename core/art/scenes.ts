import {
  type Canvas,
  figure,
  land,
  pines,
  rectangle,
  ridge,
  sailboat,
  sky,
  sun,
  waves,
} from './shapes.ts'
import { stillLife } from './still-life.ts'

/** Draws the inside of an SVG picture. */
export type Scene = (canvas: Canvas) => string

/** Layered hills with pines on the nearer ones. */
function hills(canvas: Canvas): string {
  const { width, height, palette, random } = canvas
  const ridges = palette.layers.map((color, layer) => {
    const line = ridge(canvas, height * (0.46 + layer * 0.14), height * (0.1 - layer * 0.02))
    const trees = layer < 2 ? '' : pines(canvas, line, layer === 2 ? 26 : 12, color)
    return trees + land(canvas, line, color)
  })
  return [sky(canvas), sun(canvas, random.between(0.2, 0.8), 0.25, width * 0.08), ...ridges].join(
    '',
  )
}

/** Pines in the mist, one row behind the other. */
function forest(canvas: Canvas): string {
  const { width, height, palette, random } = canvas
  const rows = palette.layers.map((color, layer) => {
    const line = ridge(canvas, height * (0.5 + layer * 0.15), height * 0.04)
    return (
      pines(canvas, line, 40 - layer * 9, color) + land(canvas, line, color) + sky(canvas, 0.12)
    )
  })
  return [sky(canvas), sun(canvas, random.between(0.3, 0.7), 0.2, width * 0.07), ...rows].join('')
}

/** Open water with the sun over the horizon, its glitter, and boats. */
function sea(canvas: Canvas): string {
  const { width, height, palette, random } = canvas
  const horizon = height * random.between(0.45, 0.58)
  const depth = height - horizon
  const sunAt = random.between(0.25, 0.75)
  const glitter = Array.from({ length: 8 }, (_, strip) => {
    const length = width * (0.2 - strip * 0.015) * random.between(0.5, 1)
    const place = { x: width * sunAt - length / 2, y: horizon + depth * (0.02 + strip * 0.03) }
    return rectangle(place, length, height * 0.005, palette.light)
  })
  const swell = palette.layers.slice(1).map((color, layer) => {
    const base = horizon + depth * (0.3 + layer * 0.24)
    const place = { x: width * random.between(0.1, 0.9), y: base }
    const boat = layer < 2 ? sailboat(canvas, place, width * (0.1 + layer * 0.07)) : ''
    return boat + land(canvas, waves(canvas, base, height * (0.006 + layer * 0.005)), color)
  })
  return [
    sky(canvas),
    sun(canvas, sunAt, (horizon - width * 0.05) / height, width * 0.1),
    rectangle({ x: 0, y: horizon }, width, depth, palette.layers[0]),
    ...glitter,
    ...swell,
  ].join('')
}

/** Gabled houses along a quay. */
function town(canvas: Canvas): string {
  const { width, height, palette, random } = canvas
  const quay = height * 0.76
  const houses: string[] = []
  for (let x = width * -0.04; x < width; ) {
    const house = width * random.between(0.12, 0.18)
    houses.push(gabledHouse(canvas, x, quay, house))
    x += house
  }
  const water = palette.layers
    .slice(1)
    .map((color, layer) =>
      land(canvas, waves(canvas, quay + height * (0.05 + layer * 0.07), height * 0.005), color),
    )
  return [
    sky(canvas),
    sun(canvas, random.between(0.15, 0.85), 0.16, width * 0.06),
    land(canvas, ridge(canvas, height * 0.5, height * 0.07), palette.layers[0]),
    ...houses,
    rectangle({ x: 0, y: quay }, width, height * 0.07, palette.layers[3]),
    ...water,
    sailboat(
      canvas,
      { x: width * random.between(0.2, 0.8), y: quay + height * 0.14 },
      width * 0.16,
    ),
  ].join('')
}

function gabledHouse(
  { height, palette, random }: Canvas,
  left: number,
  floor: number,
  width: number,
) {
  const wall = height * random.between(0.18, 0.34)
  const top = floor - wall
  const gable = `M0 0L50 -${random.integer(45, 70)}L100 0Z`
  const lit = random.integer(0, 5)
  const windows = [0.14, 0.42, 0.7].flatMap((row) => [0.2, 0.58].map((column) => ({ row, column })))
  return [
    rectangle({ x: left, y: top }, width * 1.01, wall, random.pick(palette.accents)),
    figure({ x: left, y: top + 1 }, width * 1.01, gable, palette.layers[3]),
    ...windows.map(({ row, column }, index) =>
      rectangle(
        { x: left + width * column, y: top + wall * row },
        width * 0.22,
        wall * 0.17,
        index === lit ? palette.light : palette.layers[2],
      ),
    ),
  ].join('')
}

/** By the names that captions and alternative texts go by. */
export const scenes = { sea, stillLife, hills, town, forest } satisfies Record<string, Scene>

export type SceneName = keyof typeof scenes
