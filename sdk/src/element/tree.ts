/** A piece of the view, free of the DOM: a server writes it as text, a browser as nodes. */
export type Tree = string | Branch | null

export interface Branch {
  readonly tag: string
  readonly attributes: Attributes
  readonly children: readonly Tree[]
}

/** By their HTML names. True is written without a value; false, null and undefined are left out. */
export type Attributes = Readonly<Record<string, string | number | boolean | null | undefined>>

export function h(tag: string, attributes: Attributes = {}, ...children: readonly Tree[]): Branch {
  return { tag, attributes, children }
}

/** The attributes to write, with their text. */
export function writtenAttributes({ attributes }: Branch): [name: string, value: string][] {
  return Object.entries(attributes).flatMap(([name, value]) =>
    value === false || value === null || value === undefined
      ? []
      : [[name, value === true ? '' : String(value)]],
  )
}
