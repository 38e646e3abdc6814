import { isLength, parseColumns } from './columns.ts'
import {
  type CompleteOptions,
  layoutDefaults,
  type Option,
  optionRows,
} from './generated/properties.ts'
import { check } from './on-demand.ts'

export type * from './generated/properties.ts'

const propertyOf = (attribute: string) =>
  attribute.replace(/-(.)/g, (_, letter) => letter.toUpperCase())

export const attributeNames: readonly string[] = optionRows.map(({ name }) => name)

export const propertyNames: readonly string[] = attributeNames.map(propertyOf)

/** Returns what has to be done when an attribute changes. */
export const changesOf = (attribute: string): Option['changes'] | undefined =>
  optionRows.find(({ name }) => name === attribute)?.changes

/** Each returns the value of a text, and undefined for an invalid one. */
const parsers: Readonly<Record<Option['kind'], (text: string, row: Option) => unknown>> = {
  text: (text) => text.trim() || null,
  // Vue and Svelte set the attribute to "false".
  boolean: (text) => text !== 'false',
  choice: (text, { values }) => values?.find((value) => value === text),
  integer(text, { values = [] }) {
    const value = Number(text)
    const isValid =
      /^\s*\d+\s*$/.test(text) && value >= Number(values[0]) && value <= Number(values[1])
    return isValid ? value : undefined
  },
  columns(text) {
    const columns = parseColumns(text)
    return columns?.breakpoints.length === 0 ? Number(text) : columns && text
  },
  length: (text) => (isLength(text) ? text : undefined),
}

/** Returns all options of an object or element. A missing or invalid one has the default; an invalid one is logged once. */
export function completeOptions(options: object): CompleteOptions {
  const values = options as Readonly<Record<string, unknown>>
  const parsed = optionRows.map((row) => {
    const property = propertyOf(row.name)
    return [property, parseOption(row, values[property])]
  })
  const complete = Object.fromEntries(parsed)
  for (const [property, byLayout] of Object.entries(layoutDefaults))
    complete[property] ??= Reflect.get(byLayout, complete.layout)
  return complete
}

/** Defines an accessor for each attribute. It reflects the attribute, as `id` does. */
export function defineProperties(prototype: HTMLElement): void {
  for (const row of optionRows) {
    const { name, kind } = row
    Object.defineProperty(prototype, propertyOf(name), {
      configurable: true,
      enumerable: true,
      get(this: Element) {
        return parseOption(row, this.getAttribute(name))
      },
      set(this: Element, value: unknown) {
        if (kind === 'boolean') this.toggleAttribute(name, Boolean(value))
        else if (value === null || value === undefined) this.removeAttribute(name)
        else this.setAttribute(name, String(value))
      },
    })
  }
}

/** Sets the properties again that a script set before the element was defined: they hide the accessors. */
export function upgradeProperties(element: HTMLElement, names: readonly string[]): void {
  for (const name of names) {
    if (!Object.hasOwn(element, name)) continue
    const value: unknown = Reflect.get(element, name)
    Reflect.deleteProperty(element, name)
    Reflect.set(element, name, value)
  }
}

function parseOption(row: Option, value: unknown): unknown {
  const { kind } = row
  const initial = row.default ?? (kind === 'boolean' ? false : null)
  // Templates of content management systems write an empty attribute for a field without a value.
  const isMissing = value === null || value === undefined || (value === '' && kind !== 'boolean')
  if (isMissing) return initial
  const parsed = parsers[kind](String(value), row)
  if (parsed !== undefined) return parsed
  check(({ warnOfInvalid }) => warnOfInvalid(row, value))
  return initial
}
