import { parameters } from '@photofeed/openapi'
import { html } from 'hono/html'
import type { SignedInView } from '../dashboard-parts.ts'
import type { Html } from '../layout.ts'
import { accountChooser } from './account-chooser.ts'
import { endpoints } from './endpoints.ts'
import { parameterDescriptions } from './parameter-descriptions.ts'
import { parameterField } from './parameter-field.ts'

/** Everything that can be asked for, made from the contract's tables. */
export function requestForm(accounts: SignedInView['accounts']): Html {
  return html`<form id="request" class="request" novalidate>
${accountChooser(accounts)}
<p class="hint" id="plan-facts"></p>
${endpoints()}
<fieldset class="parameters">
<legend>Parameters</legend>
<p class="hint" id="no-parameters" hidden>This endpoint has none.</p>
<p class="hint" id="encoding">Type values as they are, a plus sign too: this page encodes them.</p>
${Object.entries(parameters).map(([name, rule]) =>
  parameterField(name, rule, parameterDescriptions.get(name) ?? ''),
)}
</fieldset>
<p><button type="reset">Reset the form</button></p>
</form>`
}
