import { styleText } from 'node:util'
import type { Report } from '../run/report.ts'
import type { Verdict } from '../run/verdict.ts'

/** Writes a report. What came from the deployment is hostile text: each reporter escapes it for its format. */
export type Reporter = (report: Report, verdict: Verdict, setting: Setting) => string

export interface Setting {
  /** Of the checker. */
  version: string
  /** Text in a color, where there are colors. */
  paint: (format: Format, text: string) => string
}

/** One at a time: before Node 22.13, a list of formats is painted for files too. */
type Format = 'bold' | 'dim' | 'green' | 'red' | 'yellow'

/** Paints for a stream that is a terminal, unless NO_COLOR or its like says otherwise; a file has no colors. */
export function createPaint(stream: NodeJS.WritableStream | null): Setting['paint'] {
  return (format, text) => (stream ? styleText(format, text, { stream }) : text)
}

/**
 * Controls, and marks that turn the direction of writing: they steer a terminal or disguise the text. Halves of
 * surrogate pairs and the last two signs are no text in XML either.
 */
const steering = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/gu

/** Text on one line that only shows. */
export function printable(text: string): string {
  return text.replace(/[\r\n]+/g, ' ').replace(steering, '\ufffd')
}

/** The report with every text of it on one line that only shows. */
export function printableReport(report: Report): Report {
  return JSON.parse(JSON.stringify(report), (_name, value) =>
    typeof value === 'string' ? printable(value) : value,
  )
}

/** Indented JSON in which nothing steers a terminal either. */
export function printableJson(value: unknown): string {
  const text = JSON.stringify(value, null, 2)
  return `${text.replace(steering, (sign) => (sign === '\n' ? sign : escaped(sign)))}\n`
}

function escaped(sign: string): string {
  return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** The report, with the verdict of the command in the place of its own. The number of the format changes with a major version only. */
export const json: Reporter = (report, verdict, { version }) =>
  printableJson({ format: 1, version, ...report, ...verdict })
