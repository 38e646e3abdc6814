import { html } from 'hono/html'
import type { Html } from '../layout.ts'

/** A text of the contract, with what stands between backticks as code. */
export function prose(text: string): Html {
  const parts = text.trim().split('`')
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`
}
