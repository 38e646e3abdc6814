import { readFileSync } from 'node:fs'
import { html, raw } from 'hono/html'
import { assets } from '../assets.ts'
import type { Html } from './layout.ts'

/** The places in built pages that a response fills. */
export const marks = {
  baseUrl: '{base-url}',
  /** The list of the owner's accounts, or a field for a key. */
  keys: '{keys}',
  apiKey: '{api-key}',
  accountId: '{account-id}',
  username: '{username}',
  feedId: '{feed-id}',
}

type Values = Partial<Record<keyof typeof marks, Html | string | number>>

const texts = new Map<string, string>()

/** Returns a page, or a part of one, that `browser/build.ts` has rendered. */
export function builtPage(name: string, values: Values): Html {
  const text = texts.get(name) ?? readFileSync(new URL(`${name}.html`, assets), 'utf8')
  texts.set(name, text)
  const filled = Object.entries(values).reduce(
    (page, [mark, value]) =>
      page.replaceAll(marks[mark as keyof Values], () => `${html`${value}`}`),
    text,
  )
  return html`${raw(filled)}`
}
