import { bySection } from '../../rules/sections.ts'
import type { Report } from '../../run/report.ts'
import { reasonsOf } from '../sentences.ts'
import { escaped } from './escaped.ts'

/** Skipped rules, by the reason. */
export function undecidedRules({ rules }: Report): string {
  const items = reasonsOf(rules).map(
    (reason) => `<li>${escaped(reason.sentence)}<br>${codes(reason.rules)}</li>`,
  )
  return items.length === 0 ? '' : `<h2>Skipped</h2>\n<ul>${items.join('\n')}</ul>`
}

/** Rules that pass, folded away. */
export function passedRules({ rules }: Report): string {
  const passed = bySection(rules.filter(({ outcome }) => outcome === 'pass'))
  if (passed.length === 0) return ''
  const lists = passed.map(
    ({ number, title, entries }) => `<details>
<summary>${escaped(`${number} ${title}`)}: ${entries.length}</summary>
<ul>${entries.map(({ id, sentence }) => `<li>${escaped(sentence)} <code>${escaped(id)}</code></li>`).join('\n')}</ul>
</details>`,
  )
  return `<h2>Passed</h2>\n${lists.join('\n')}`
}

function codes(ids: readonly string[]): string {
  return `<small>${ids.map((id) => `<code>${escaped(id)}</code>`).join(' ')}</small>`
}
