import { definitionReference } from '../../run/definition-files.ts'
import type { FindingReport, RuleReport } from '../../run/report.ts'
import type { Verdict } from '../../verdict/verdict.ts'
import { count } from '../sentences.ts'
import { escaped } from './escaped.ts'

/** A violated rule with its differences. */
export function brokenArticle(rule: RuleReport, { failed, known }: Verdict): string {
  const { id, level, section, sentence, definition, findings, more, hint } = rule
  const marks = [level, `section ${section}`, ...(known.includes(id) ? ['known'] : [])]
  const lines = [
    `<h3><code>${escaped(id)}</code> ${marks.map((mark) => `<span class="mark">${escaped(mark)}</span>`).join(' ')}</h3>`,
    `<p>${escaped(sentence)}</p>`,
    ...findings.map(findingList),
    ...(more > 0 ? [`<p>And ${count(more, 'more difference')}.</p>`] : []),
    ...(hint ? [`<p>${escaped(hint)}</p>`] : []),
    `<p class="place">${escaped(definitionReference(definition))}</p>`,
  ]
  const kind = failed.includes(id) ? 'failed' : 'warning'
  return `<article id="${escaped(id)}" class="${kind}">\n${lines.join('\n')}\n</article>`
}

function findingList({ curl, at, expected, got }: FindingReport): string {
  const entries = { at, expected, got }
  return `<dl>${Object.entries(entries)
    .map(([name, text]) => `<div><dt>${name}</dt><dd><code>${escaped(text)}</code></dd></div>`)
    .join('')}</dl>
<pre>${escaped(curl)}</pre>`
}
