import { type Canvas, disc, figure, rectangle, sky } from './shapes.ts'

const bottle = 'M-8 0V-30Q-8 -37 -3.4 -40V-52H3.4V-40Q8 -37 8 -30V0Q8 1 7 1H-7Q-8 1 -8 0Z'
const label = 'M-8 -24H8V-10H-8Z'
const bowl = 'M-22 -13H22Q20 0 8 1H-8Q-20 0 -22 -13Z'
const cup =
  'M-7 -14H7V-3Q7 1 3 1H-3Q-7 1 -7 -3ZM7 -12Q14 -12 13 -6Q12 -2 6 -2.4V-4.4Q10 -4 10.6 -7Q11 -9.6 7 -9.6Z'

/** A table with fruit, a bottle and a cup. */
export function stillLife(canvas: Canvas): string {
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
