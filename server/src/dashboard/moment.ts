import { html } from 'hono/html'
import type { Html } from './layout.ts'

const day = new Intl.DateTimeFormat('en-GB', {
  ...({ day: 'numeric', month: 'long', year: 'numeric' } as const),
  ...({ hour: '2-digit', minute: '2-digit', timeZone: 'UTC' } as const),
})

/** A time in words; the script turns it into the reader's own zone. */
export function moment(milliseconds: number): Html {
  const time = new Date(milliseconds)
  return html`<time datetime="${time.toISOString()}">${day.format(time)} UTC</time>`
}
