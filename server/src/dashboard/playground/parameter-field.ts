import { html } from 'hono/html'
import type { Html } from '../layout.ts'
import { parameterControl, type Rule } from './parameter-control.ts'
import { prose } from './prose.ts'

/** A parameter's name, its control and what the contract says of it. */
export function parameterField(name: string, rule: Rule, description: string): Html {
  const { control, isGroup } = parameterControl(name, rule)
  const title = isGroup
    ? html`<span class="name" id="${name}-name"><code>${name}</code></span>`
    : html`<label class="name" for="${name}"><code>${name}</code></label>`
  return html`<div class="parameter" data-parameter="${name}">
${title}
${control}
<p class="refusal" id="${name}-refusal" hidden></p>
<p class="hint" id="${name}-hint">${prose(description)}</p>
</div>\n`
}
