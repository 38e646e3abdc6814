import { highlight } from '@photofeed/design/highlight'
import { html, raw } from 'hono/html'
import { copyButton, type Html } from '../../src/dashboard/layout.ts'

/** Tabs with code, by their names. They work without a script; copying needs one. `mark` changes the HTML of the code. */
export function codeTabs(
  group: string,
  legend: string,
  samples: Record<string, string>,
  mark: (code: string) => string = (code) => code,
): Html {
  const entries = Object.entries(samples).map(([name, code]) => ({
    name,
    code,
    id: `${group}-${name.toLowerCase().replace(' ', '-')}`,
  }))
  return html`<div class="tabs">
<fieldset class="choice underlined"><legend>${legend}</legend>
${entries.map(
  ({ name }, index) =>
    html`<label><input type="radio" name="use-${group}" value="${name}" ${index === 0 ? 'checked' : ''}><span>${name}</span></label>\n`,
)}</fieldset>
${entries.map(
  ({ name, code, id }) =>
    html`<div class="code"><pre tabindex="0" role="group" aria-label="${name} code"><code id="code-${id}">${raw(mark(highlight(code)))}</code></pre>${copyButton(`code-${id}`, `Copy the ${name} code`)}</div>\n`,
)}</div>`
}
