import { routes } from '@photofeed/openapi'
import { document } from '@photofeed/openapi/document'
import { html } from 'hono/html'
import type { Html } from '../layout.ts'

const { paths } = document as { paths: Record<string, { get: { summary: string } }> }

const restPaths = Object.keys(routes).filter((path) => path.startsWith('/api/'))

/** The endpoints that answer a GET with the account's data, each with what the contract says of it. */
export function endpoints(): Html {
  return html`<fieldset class="endpoints">
<legend>Endpoint</legend>
${restPaths.map(
  (path, index) => html`<label>
<input type="radio" name="path" value="${path}" ${index === 0 ? 'checked' : ''}>
<span><code>${path}</code><small>${paths[path]?.get.summary ?? ''}</small></span>
</label>\n`,
)}
</fieldset>`
}
