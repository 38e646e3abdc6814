import {
  type Canvas,
  disc,
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

export type Scene = (canvas: Canvas) => string

/** Layered hills with pines on the nearer ones. */
function hills(canvas: Canvas): string {
  const { width, height, palette, random } = canvas
  const ridges = palette.layers.map((colour, layer) => {
    const line = ridge(canvas, height * (0.46 + layer * 0.14), height * (0.1 - layer * 0.02))
    const trees = layer < 2 ? '' : pines(canvas, line, layer === 2 ? 26 : 12, colour)
    return trees + land(canvas, line, colour)
  })
  return [sky(canvas), sun(canvas, random.between(0.2, 0.8), 0.25, width * 0.08), ...ridges].join(
    '',
  )
}

/** Pines in the mist, one row behind the other. */
function forest(canvas: Canvas): string {
  const { width, height, palette, random } = canvas
  const rows = palette.layers.map((colour, layer) => {
    const line = ridge(canvas, height * (0.5 + layer * 0.15), height * 0.04)
    return (
      pines(canvas, line, 40 - layer * 9, colour) + land(canvas, line, colour) + sky(canvas, 0.12)
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
  const swell = palette.layers.slice(1).map((colour, layer) => {
    const base = horizon + depth * (0.3 + layer * 0.24)
    const place = { x: width * random.between(0.1, 0.9), y: base }
    const boat = layer < 2 ? sailboat(canvas, place, width * (0.1 + layer * 0.07)) : ''
    return boat + land(canvas, waves(canvas, base, height * (0.006 + layer * 0.005)), colour)
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
    .map((colour, layer) =>
      land(canvas, waves(canvas, quay + height * (0.05 + layer * 0.07), height * 0.005), colour),
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

const bottle = 'M-8 0V-30Q-8 -37 -3.4 -40V-52H3.4V-40Q8 -37 8 -30V0Q8 1 7 1H-7Q-8 1 -8 0Z'
const label = 'M-8 -24H8V-10H-8Z'
const bowl = 'M-22 -13H22Q20 0 8 1H-8Q-20 0 -22 -13Z'
const cup =
  'M-7 -14H7V-3Q7 1 3 1H-3Q-7 1 -7 -3ZM7 -12Q14 -12 13 -6Q12 -2 6 -2.4V-4.4Q10 -4 10.6 -7Q11 -9.6 7 -9.6Z'

/** A table with fruit, a bottle and a cup. */
function stillLife(canvas: Canvas): string {
  const { width, height, palette, random } = canvas
  const table = height * 0.64
  const size = Math.min(width, height * 1.1)
  const floor = table + size * 0.08
  const place = (from: number, to: number) => ({ x: width * random.between(from, to), y: floor })
  const left = place(0.16, 0.24)
  const middle = place(0.46, 0.54)
  const right = place(0.78, 0.84)
  const fruit = [-8, 0, 8, -13, -4.5, 4.5, 13].map((offset, index) => {
    const x = middle.x + (offset * size) / 100
    const y = floor - size * (index < 3 ? 0.205 : 0.15)
    const shine = disc(x - size * 0.016, y - size * 0.018, size * 0.013, palette.light, 0.6)
    return disc(x, y, size * 0.056, random.pick(palette.accents)) + shine
  })
  return [
    sky(canvas),
    disc(width * random.between(0.25, 0.75), height * 0.3, size * 0.22, palette.layers[0], 0.5),
    rectangle({ x: 0, y: table }, width, height - table, palette.layers[1]),
    rectangle({ x: 0, y: table }, width, height * 0.02, palette.layers[0]),
    ...[left, middle, right].map((at) =>
      figure(at, size, 'M-20 1Q0 -4 20 1Q0 7 -20 1Z', palette.layers[2]),
    ),
    figure(left, size, bottle, palette.layers[3]),
    figure(left, size, label, palette.accents[0]),
    ...fruit,
    figure(middle, size, bowl, palette.layers[3]),
    figure(right, size, cup, palette.light),
  ].join('')
}

export const scenes = { sea, stillLife, hills, town, forest } satisfies Record<string, Scene>

export type SceneName = keyof typeof scenes
