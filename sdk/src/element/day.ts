import { h, type Tree } from './tree.ts'

// In UTC, so that a server and a browser write the same day.
const format = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' })

/** A day in words, marked up with the exact time; nothing for what is no time. */
export function day(timestamp: string, part: string | null = 'date'): Tree {
  const date = new Date(timestamp)
  return Number.isNaN(date.getTime())
    ? null
    : h('time', { part, datetime: timestamp }, format.format(date))
}
