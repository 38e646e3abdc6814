import { type OptionRow, options } from '../options.ts'
import { isLength, parseColumns } from '../src/view/columns.ts'
import { groups } from './fields.ts'
import { isStyle, type Look } from './look.ts'

const longestText = 500
/** Of hidden and pinned posts: two hundred ids. */
const longestList = 4000

const isValid: Record<OptionRow['kind'], (text: string, row: OptionRow) => boolean> = {
  text: (text, { name }) =>
    name.endsWith('-posts')
      ? text.length <= longestList && /^[\w-]+( [\w-]+)*$/.test(text)
      : text !== '' && text.length <= longestText,
  boolean: (text) => text === '',
  choice: (text, { values = [] }) => values.some((value) => value === text),
  integer: (text, { values = [] }) =>
    /^(0|[1-9]\d{0,4})$/.test(text) &&
    Number(text) >= Number(values[0]) &&
    Number(text) <= Number(values[1]),
  columns: (text) => text.length <= longestText && parseColumns(text) !== undefined,
  length: (text) => text.length <= longestText && isLength(text),
}

/** They name the feed, and are no part of its look. */
const addresses = ['feed', 'src', 'api-key']

const rows = new Map(
  options.filter(({ name }) => !addresses.includes(name)).map((row) => [row.name, row]),
)

/** Fields that are no options of the element: properties of CSS, and the language. */
const others = new Map(
  groups
    .flatMap(({ fields }) => fields)
    .filter(({ name }) => isStyle(name) || name === 'lang')
    .map((field) => [field.name, field]),
)

function isAllowed(name: string, value: unknown): boolean {
  if (typeof value !== 'string') return false
  const row = rows.get(name)
  if (row) return isValid[row.kind](value, row)
  const field = others.get(name)
  if (field?.kind === 'color') return /^#[\da-f]{6}$/i.test(value)
  return value !== '' && Object.hasOwn(field?.options ?? {}, value)
}

/** Returns the look that a text of JSON has, or a sentence that names the first value that is not valid. */
export function parseLook(text: string): Look | string {
  let look: unknown
  try {
    look = JSON.parse(text)
  } catch {}
  if (look === null || typeof look !== 'object' || Array.isArray(look))
    return 'The look is not an object of JSON.'
  const entries: [string, unknown][] = Object.entries(look)
  const wrong = entries.find(([name, value]) => !isAllowed(name, value))
  return wrong ? `The value of ${wrong[0].slice(0, 40)} is not valid.` : (look as Look)
}
