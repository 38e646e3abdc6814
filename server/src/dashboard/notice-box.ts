import { html } from 'hono/html'
import type { Html } from './layout.ts'
import type { Notice } from './notices.ts'

/** A sentence about what was just done, read out by screen readers. */
export function noticeBox(notice: Notice | null): Html | '' {
  if (!notice) return ''
  const role = notice.kind === 'problem' ? 'alert' : 'status'
  return html`<p class="notice ${notice.kind}" role="${role}">${notice.text}</p>`
}
