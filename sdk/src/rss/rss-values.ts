import type { XmlElement } from './xml.ts'

/** The text of the first element of this name; null when there is none. */
export function textOf(parent: XmlElement, name: string): string | null {
  return parent.all(name)[0]?.text ?? null
}

/** An RFC 822 date in the form that REST gives times in; null when there is none, or it is no date. */
export function timeOf(parent: XmlElement, name: string): string | null {
  const time = Date.parse(textOf(parent, name) ?? '')
  return Number.isNaN(time) ? null : `${new Date(time).toISOString().slice(0, 19)}+00:00`
}

export function wholeNumber(text: string | null): number | null {
  return text !== null && /^\d+$/.test(text) ? Number(text) : null
}
