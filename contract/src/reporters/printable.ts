import type { Report } from '../run/report.ts'

/**
 * Controls, and marks that turn the direction of writing: they steer a terminal or disguise what stands there. Halves of
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
