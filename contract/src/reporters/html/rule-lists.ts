import { bySection } from '../../rules/sections.ts'
import type { Report } from '../../run/report.ts'
import type { Outcome } from '../../run/result.ts'
import { reasonsOf } from '../sentences.ts'
import { escaped } from './escaped.ts'

const titles: Partial<Record<Outcome, string>> = {
  inconclusive: 'Inconclusive',
  blocked: 'Blocked',
  skipped: 'Skipped',
}

/** Rules without a verdict, by the reason. */
export function undecidedRules({ rules }: Report): string {
  return Object.entries(titles)
    .map(([outcome, title]) => {
      const reasons = reasonsOf(rules, outcome as Outcome)
      if (reasons.length === 0) return ''
      const items = reasons.map(
        (reason) => `<li>${escaped(reason.sentence)}<br>${codes(reason.rules)}</li>`,
      )
      return `<h2>${title}</h2>\n<ul>${items.join('\n')}</ul>`
    })
    .filter(Boolean)
    .join('\n')
}

/** Rules that hold, folded away. */
export function passedRules({ rules }: Report): string {
  const passed = bySection(rules.filter(({ outcome }) => outcome === 'pass'))
  if (passed.length === 0) return ''
  const lists = passed.map(
    ({ number, title, entries }) => `<details>
<summary>${escaped(`${number} ${title}`)}: ${entries.length}</summary>
<ul>${entries.map(({ id, sentence }) => `<li>${escaped(sentence)} <code>${escaped(id)}</code></li>`).join('\n')}</ul>
</details>`,
  )
  return `<h2>Holding</h2>\n${lists.join('\n')}`
}

function codes(ids: readonly string[]): string {
  return `<small>${ids.map((id) => `<code>${escaped(id)}</code>`).join(' ')}</small>`
}
