import type { parameters } from '@photofeed/openapi'
import { html } from 'hono/html'
import type { Html } from '../layout.ts'

export type Rule = (typeof parameters)[keyof typeof parameters]

interface Control {
  control: Html
  /** Several controls under one name. */
  isGroup: boolean
}

/** What a parameter is set with, by the form of its rule. Text is not narrowed, so that a refusal can be seen too. */
export function parameterControl(name: string, rule: Rule): Control {
  if ('values' in rule) {
    return name.endsWith('[]')
      ? { control: checkboxes(name, rule.values), isGroup: true }
      : { control: select(name, rule), isGroup: false }
  }
  if ('minimum' in rule) {
    const range = `${rule.minimum} to ${rule.maximum}`
    return { control: text(name, range, 'numeric'), isGroup: false }
  }
  return { control: text(name, 'endOfDay' in rule ? 'YYYY-MM-DD' : '', 'text'), isGroup: false }
}

function text(name: string, placeholder: string, keyboard: 'numeric' | 'text'): Html {
  return html`<input id="${name}" name="${name}" inputmode="${keyboard}" placeholder="${placeholder}" autocomplete="off" autocapitalize="off" spellcheck="false" aria-describedby="${name}-refusal ${name}-hint">`
}

function select(name: string, rule: { values: readonly string[]; default?: string }): Html {
  return html`<select id="${name}" name="${name}" autocomplete="off" aria-describedby="${name}-refusal ${name}-hint">
<option value="">${rule.default === undefined ? 'all' : `default (${rule.default})`}</option>
${rule.values.map((value) => html`<option>${value}</option>\n`)}
</select>`
}

function checkboxes(name: string, values: readonly string[]): Html {
  return html`<div class="choices" id="${name}" role="group" aria-labelledby="${name}-name" aria-describedby="${name}-refusal ${name}-hint">
${values.map(
  (value) =>
    html`<label><input type="checkbox" name="${name}" value="${value}" autocomplete="off"> ${value}</label>\n`,
)}
</div>`
}
