import type { Random } from '../src/scenarios/random.ts'
import type { Palette } from './palettes.ts'

/** What a scene is drawn on and with; lengths are pixels. */
export interface Canvas {
  width: number
  height: number
  palette: Palette
  random: Random
}

export interface Point {
  x: number
  y: number
}

/** A length with as many digits as a picture needs. */
export function round(length: number): number {
  return Math.round(length * 10) / 10
}

/** The whole background. */
export function sky({ width, height, palette }: Canvas, opacity = 1): string {
  return `<linearGradient id="sky" x2="0" y2="1"><stop stop-color="${palette.skyTop}"/><stop offset="0.75" stop-color="${palette.skyBottom}"/></linearGradient><rect width="${width}" height="${height}" fill="url(#sky)" opacity="${opacity}"/>`
}

/** The sun or moon with its glow; the place is a share of width and height. */
export function sun(
  { width, height, palette }: Canvas,
  x: number,
  y: number,
  size: number,
): string {
  const glow = disc(width * x, height * y, size * 1.6, palette.light, 0.25)
  return glow + disc(width * x, height * y, size, palette.light)
}

/** A filled circle. */
export function disc(x: number, y: number, radius: number, fill: string, opacity = 1): string {
  return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${fill}" opacity="${opacity}"/>`
}

/** A filled rectangle, given by its upper left corner. */
export function rectangle({ x, y }: Point, width: number, height: number, fill: string): string {
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" fill="${fill}"/>`
}

/** A path in units of a hundredth of `size`, moved to its place. */
export function figure({ x, y }: Point, size: number, path: string, fill: string): string {
  return `<path transform="translate(${round(x)} ${round(y)}) scale(${size / 100})" d="${path}" fill="${fill}"/>`
}

/** A skyline of three waves on one another, from left to right. */
export function ridge({ width, random }: Canvas, base: number, amplitude: number): Point[] {
  const swings = [1, 2.3, 5.1].map((frequency) => ({ frequency, phase: random.between(0, 7) }))
  return points(width, (share) =>
    swings.reduce(
      (y, { frequency, phase }) =>
        y + (Math.sin(share * 5 * frequency + phase) * amplitude) / frequency,
      base,
    ),
  )
}

/** An even swell. */
export function waves({ width, random }: Canvas, base: number, amplitude: number): Point[] {
  const phase = random.between(0, 7)
  const frequency = random.between(16, 30)
  return points(width, (share) => base + Math.sin(share * frequency + phase) * amplitude)
}

function points(width: number, y: (share: number) => number): Point[] {
  return Array.from({ length: 81 }, (_, step) => ({ x: (width * step) / 80, y: y(step / 80) }))
}

/** Everything below a line. */
export function land({ width, height }: Canvas, line: Point[], fill: string): string {
  const outline = line.map(({ x, y }) => `${round(x)} ${round(y)}`).join('L')
  return `<path d="M0 ${height}L${outline}L${width} ${height}Z" fill="${fill}"/>`
}

/** Pines of different heights that stand on a line. */
export function pines(
  { height, random }: Canvas,
  line: Point[],
  count: number,
  fill: string,
): string {
  return Array.from({ length: count }, () => {
    const { x, y } = random.pick(line)
    const size = height * random.between(0.5, 1) * (1.6 / Math.sqrt(count)) * 0.45
    const foot = { x, y: y + size * 0.04 }
    return figure(
      foot,
      size,
      'M0 -100L15 -66H8L22 -38H12L28 -6H3V4H-3V-6H-28L-12 -38H-22L-8 -66H-15Z',
      fill,
    )
  }).join('')
}

/** A boat under two sails; the place is its waterline. */
export function sailboat({ palette }: Canvas, at: Point, size: number): string {
  const [mainsail, jib] = palette.accents
  return [
    figure(at, size, 'M-50 -8H50L36 14H-36Z', palette.layers[3]),
    figure(at, size, 'M2 -100V-14H-40Z', mainsail),
    figure(at, size, 'M8 -82V-14H38Z', jib),
  ].join('')
}
