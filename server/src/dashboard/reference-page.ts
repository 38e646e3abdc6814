import { readFileSync } from 'node:fs'
import { html, raw } from 'hono/html'
import { assets } from '../assets.ts'
import { accountChooser, type SignedInView } from './account-chooser.ts'
import { type Html, page } from './layout.ts'

export const referencePath = '/docs/rest-api'

/** What the built reference has in the places of the API's address, and of the reader's keys. */
export const referenceMarks = { baseUrl: '{base-url}', keys: '{keys}' }

const keyField = html`<label class="field">Your API key
<input id="key-field" autocomplete="off" autocapitalize="off" spellcheck="false" placeholder="YOUR_API_KEY">
</label>`

/**
 * Returns a function that renders the reference of the REST API, which the build wrote from openapi.yaml, with the keys of an
 * owner. The view is null for a visitor.
 */
export function createReferencePage(baseUrl: string): (view: SignedInView | null) => Html {
  let parts: Html[] | null = null
  return (view) => {
    parts ??= readFileSync(new URL('reference.html', assets), 'utf8')
      .replaceAll(referenceMarks.baseUrl, () => `${html`${baseUrl}`}`)
      .split(referenceMarks.keys)
      .map((part) => html`${raw(part)}`)
    const keys = view && view.accounts.length > 0 ? accountChooser(view) : keyField
    return page({
      title: 'REST API',
      owner: view?.owner ?? null,
      current: referencePath,
      styles: ['/assets/dashboard/reference.css'],
      extras: ['/assets/dashboard/reference.js'],
      body: html`${parts[0]}${keys}${parts[1]}`,
    })
  }
}
