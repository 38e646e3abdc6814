import { element } from './element.ts'

const format = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })

/** A day in words, marked up with the exact time. */
export function date(timestamp: string) {
  return element('time', { dateTime: timestamp }, format.format(new Date(timestamp)))
}
