import type { Schemas } from '@photofeed/openapi'
import { element, part } from '../element.ts'
import { controlOf } from './fields.ts'

/** The errors of an answer as they are, each with the way to its field. */
export function showProblems(problems: readonly Schemas['Error'][]): void {
  const list = part('ul', 'problems')
  list.replaceChildren(...problems.map(item))
  list.hidden = problems.length === 0
}

function item({ code, title, detail, source }: Schemas['Error']): HTMLLIElement {
  const entry = element('li', {}, element('code', {}, code), ` ${title}: ${detail}`)
  const control = source && controlOf(source.parameter)
  if (control) {
    const button = element('button', { type: 'button' }, `Go to ${source.parameter}`)
    button.addEventListener('click', () => control.focus())
    entry.append(' ', button)
  }
  return entry
}
