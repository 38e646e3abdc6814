import { freePageSize } from '../../sdk/src/generated/facts.ts'
import { parseColumns } from '../src/view/columns.ts'

/** Values by the names of attributes or custom properties. */
export type Values = Readonly<Record<string, string>>

/**
 * Returns the height of a feed's placeholders as CSS, so that nothing moves when they appear. Percentages are of the width.
 * It is an estimate where pictures have ratios of their own.
 */
export function reservedHeight(attributes: Values, properties: Values = {}): string {
  const { columns = '' } = attributes
  const { first, breakpoints } = parseColumns(columns) ?? { first: 3, breakpoints: [] }
  const counts = [first, ...breakpoints.map(([, count]) => count)]
  const heights = counts.map((count) => heightInColumns(attributes, properties, count))
  let height = heights.at(-1) ?? ''
  if (breakpoints.length === 0) return `calc(${height})`
  // Narrow feeds have fewer columns, and are higher. Above its width, the second value of `max` is negative.
  const inner = innerWidth(attributes)
  for (const [index, [width]] of [...breakpoints.entries()].toReversed())
    height = `max(${height}, min(${heights[index]}, (${width}px - ${inner}%) * 999))`
  return height
}

/** The percentage of the width that is inside the padding. */
const innerWidth = ({ theme }: Values) => (theme === 'panel' ? 92 : 100)

/** The text below a picture in `em`. */
const textHeights: Values = { grid: '4.5', carousel: '4.5', masonry: '3.5', tiles: '3.5' }

function heightInColumns(attributes: Values, properties: Values, columns: number): string {
  const { layout = 'grid', 'page-size': size = '12', 'load-more': more, theme } = attributes
  const { captions = layout === 'tiles' ? 'none' : 'below' } = attributes
  const count = Number(size)
  const isList = layout === 'list'
  const rows = layout === 'carousel' ? 1 : isList ? count : Math.ceil(count / columns)
  const [width = 1, height = 1] = (properties['--photo-feed-ratio'] ?? '').split('/').map(Number)
  const inner = innerWidth(attributes)
  const pictures = (inner * rows * (height || 1)) / columns / (width || 1) + (100 - inner)
  const hasText = captions === 'below' && !isList
  const text = hasText ? Number(textHeights[layout]) + ('counts' in attributes ? 1.5 : 0) : 0
  const gaps = (rows - 1) * (layout === 'grid' ? 1.25 : 1)
  const narrowed = isList ? 0 : (rows * (columns - 1)) / columns
  const { gap = layout === 'tiles' ? '4px' : '16px' } = attributes
  const hasMore = more !== 'none' && count > freePageSize
  const pixels = [
    'show-profile' in attributes && 96,
    theme === 'card' && hasText && rows * 20,
    hasMore && 92,
    (gaps - narrowed) * Number.parseFloat(gap),
  ]
  const terms: [number, string][] = [
    isList ? [rows, ' * min(34%, 224px)'] : [pictures, '%'],
    // The link has a line of its own.
    [rows * text - 1.5, 'em'],
    [pixels.reduce<number>((sum, value) => sum + Number(value), 0), 'px'],
  ]
  return terms
    .filter(([value]) => value !== 0)
    .map(([value, unit]) => `${Math.round(value * 100) / 100}${unit}`)
    .join(' + ')
    .replaceAll('+ -', '- ')
}
