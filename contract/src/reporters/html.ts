import { declarations, logo } from '@photofeed/design'
import { bySection } from '../catalog/sections.ts'
import { count } from '../count.ts'
import type { FindingReport, Report, RuleReport } from '../run/report.ts'
import type { Verdict } from '../run/verdict.ts'
import { printableReport, type Reporter } from './reporter.ts'
import {
  acceptedRules,
  accountSentence,
  effortOf,
  reasonsOf,
  ruleLink,
  verdictSentence,
  violatedRules,
} from './sentences.ts'

/** One file that needs nothing else: no script, no request. */
export const html: Reporter = (given, verdict, setting) => {
  const report = printableReport(given)
  const { fails, others } = violatedRules(report, verdict)
  const articles = (title: string, rules: typeof fails) =>
    rules.length === 0
      ? ''
      : `<h2>${title}</h2>\n${rules.map((rule) => brokenArticle(rule, verdict)).join('\n')}`
  const chapters = [
    contents([...fails, ...others]),
    articles('Failed', fails),
    articles('Warnings', others),
    articles('Accepted', acceptedRules(report)),
    passedRules(report),
    blindRules(report),
    undecidedRules(report),
  ]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>photofeed contract: ${escaped(report.url)}</title>
<style>${style}</style>
</head>
<body>
${header(report, verdict)}
<main>
${chapters.filter(Boolean).join('\n')}
</main>
<footer>Checked ${escaped(report.checkedAt)} by photofeed-contract ${escaped(setting.version)}.</footer>
</body>
</html>
`
}

function header(report: Report, verdict: Verdict): string {
  const { pass, fail, warning, accepted, skipped } = report.summary
  const warnings = warning === 1 ? 'warning' : 'warnings'
  const numbers = Object.entries({
    passed: pass,
    failed: fail,
    [warnings]: warning,
    accepted,
    skipped,
  }).map(([name, number]) => `<div><dt>${name}</dt><dd>${number}</dd></div>`)
  const accounts = report.accounts.map(
    (account) =>
      `<tr><th scope="row">${account.name}</th><td>${escaped(accountSentence(account))}</td></tr>`,
  )
  return `<header>
<p class="brand">${logo} photofeed contract</p>
<h1>${escaped(report.url)}</h1>
<section class="banner ${verdict.verdict}">
<p class="verdict">${escaped(verdictSentence(verdict))}</p>
<dl>${numbers.join('')}</dl>
<p>${escaped(`${count(report.rules.length, 'rule')}, ${effortOf(report)}.`)}</p>
</section>
<table>${accounts.join('')}</table>
</header>`
}

/** Links to the violated rules; one below the rule that has its cause. */
function contents(rules: readonly RuleReport[]): string {
  if (rules.length < 2) return ''
  const ids = new Set(rules.map(({ id }) => id))
  const link = ({ id }: RuleReport) => `<a href="#${escaped(id)}">${escaped(id)}</a>`
  const causes = rules.filter(({ sameAs }) => sameAs === null || !ids.has(sameAs))
  const items = causes.map((rule) => {
    const effects = rules.filter(({ sameAs }) => sameAs === rule.id).map(link)
    return `<li>${link(rule)}${effects.length > 0 ? `, which also fails ${effects.join(', ')}` : ''}</li>`
  })
  return `<nav aria-label="Failed rules and warnings"><ul>${items.join('')}</ul></nav>`
}

const chapter = (title: string, items: readonly string[]) =>
  items.length === 0 ? '' : `<h2>${title}</h2>\n<ul>${items.join('\n')}</ul>`

/** What passed although the data could not show a mistake. */
function blindRules({ rules }: Report): string {
  const blind = rules.filter(({ blindSpots }) => blindSpots.length > 0)
  const items = blind.map(({ id, blindSpots }) => {
    const mistakes = blindSpots.map(({ mistake }) => mistake).join(', ')
    const remedies = blindSpots.map(({ remedy }) => remedy).join(' and ')
    return `<li>${escaped(`${mistakes} (${id}): add ${remedies}`)}</li>`
  })
  return chapter('Passed, but this data could not show', items)
}

function brokenArticle(rule: RuleReport, { failed }: Verdict): string {
  const { id, level, section, sentence, definition, findings, more, hint, reason, sameAs } = rule
  const marks = [level, `section ${section}`]
  const lines = [
    `<h3><a href="${escaped(ruleLink(id))}"><code>${escaped(id)}</code></a> ${marks.map((mark) => `<span class="mark">${escaped(mark)}</span>`).join(' ')}</h3>`,
    `<p>${marked(sentence)}</p>`,
    ...[reason, sameAs && `Probably a symptom of ${sameAs}.`].flatMap((text) =>
      text ? [`<p>${marked(text)}</p>`] : [],
    ),
    ...differences(findings),
    ...(more > 0 ? [`<p>And ${count(more, 'more difference')}.</p>`] : []),
    ...(hint ? [`<p>${marked(hint)}</p>`] : []),
    `<p class="place">${escaped(definition)}</p>`,
  ]
  const kind = failed.includes(id) ? 'failed' : 'warning'
  return `<article id="${escaped(id)}" class="${kind}">\n${lines.join('\n')}\n</article>`
}

/** The differences, and after those of one request the command that repeats it. */
function differences(findings: readonly FindingReport[]): string[] {
  return findings.flatMap(({ curl, at, expected, got }, index) => {
    const rows = Object.entries({ at, expected, got }).map(
      ([name, text]) => `<div><dt>${name}</dt><dd><code>${escaped(text)}</code></dd></div>`,
    )
    const isLast = findings[index + 1]?.curl !== curl
    return [`<dl>${rows.join('')}</dl>`, ...(isLast ? [`<pre>${escaped(curl)}</pre>`] : [])]
  })
}

function undecidedRules({ rules }: Report): string {
  const items = reasonsOf(rules).map(
    ({ sentence, rules }) =>
      `<li>${escaped(sentence)}<br><small>${rules.map((id) => `<code>${escaped(id)}</code>`).join(' ')}</small></li>`,
  )
  return chapter('Skipped', items)
}

function passedRules({ rules }: Report): string {
  const passed = bySection(rules.filter(({ outcome }) => outcome === 'pass'))
  if (passed.length === 0) return ''
  const lists = passed.map(
    ({ number, title, entries }) => `<details>
<summary>${escaped(`${number} ${title}`)}: ${entries.length}</summary>
<ul>${entries.map(({ id, sentence }) => `<li>${marked(sentence)} <code>${escaped(id)}</code></li>`).join('\n')}</ul>
</details>`,
  )
  return `<h2>Passed</h2>\n${lists.join('\n')}`
}

function marked(sentence: string): string {
  return escaped(sentence).replace(/`([^`]+)`/g, '<code>$1</code>')
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text escaped for element content and quoted attributes. */
function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] as string)
}

const style = `
:root {
  color-scheme: light dark;
  ${declarations}
}
* { box-sizing: border-box }
body { max-width: 60rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; background: var(--paper); color: var(--ink);
  font: var(--text-body)/1.55 var(--font); overflow-wrap: anywhere }
h1 { margin: 0; font-size: var(--text-title); line-height: 1.25 }
h2 { margin: 2.5rem 0 .75rem; font-size: var(--text-lead) }
h3 { margin: 0; font-size: var(--text-body) }
p { margin: .5rem 0 }
footer, .place, small, th, dt { color: var(--quiet) }
footer, .place, small { font-size: var(--text-note) }
footer { margin-top: 3rem; border-top: 1px solid var(--line); padding-top: 1rem }
th { padding: .1rem 1rem .1rem 0; font-weight: 400; text-align: left; vertical-align: top; white-space: nowrap }
code, pre { font: .875em/1.5 var(--mono) }
small code { display: inline-block; margin-right: .75em }
.brand { display: flex; gap: .5rem; align-items: center; margin-bottom: 1rem; font-weight: 600 }
a { color: var(--accent) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: var(--radius-small) }
.banner { margin: 1rem 0; padding: 1rem 1.25rem; border-radius: var(--radius); background: var(--bad-tint) }
.banner.passed { background: var(--good-tint) }
.banner.undecided { background: var(--caution-tint) }
.verdict { margin: 0; color: var(--bad); font-size: var(--text-lead); font-weight: 600 }
.passed .verdict { color: var(--good) }
.undecided .verdict { color: var(--caution) }
.banner dl { display: flex; flex-wrap: wrap; gap: .5rem min(2.5rem, 4vw); margin: .75rem 0 }
.banner dl div { display: flex; flex-direction: column-reverse }
.banner dd { font-size: var(--text-page); font-weight: 600; line-height: 1.2 }
article { margin: 1rem 0; padding: 1rem 1.25rem; border: 1px solid var(--line); border-left: 4px solid var(--caution); border-radius: 6px }
article.failed { border-left-color: var(--bad) }
.mark { padding: 0 .5rem; border: 1px solid var(--line); border-radius: 1rem; color: var(--quiet); font-size: var(--text-small); font-weight: 400; white-space: nowrap }
dl { margin: 1rem 0 .5rem }
article dl div { display: grid; grid-template-columns: 6rem 1fr; gap: .5rem }
dd { margin: 0 }
pre { margin: .5rem 0; padding: .6rem .8rem; white-space: pre-wrap; border-radius: 4px; background: var(--sunken) }
ul { margin: .25rem 0; padding-left: 1.25rem }
li { margin: .35rem 0 }
summary { display: flex; gap: .7rem; align-items: center; padding: .2rem 0; cursor: pointer }
summary::after { width: .4rem; height: .4rem; border: solid; border-width: 0 2px 2px 0; translate: 0 -2px; rotate: 45deg; content: '' }
[open] > summary::after { translate: 0 2px; rotate: 225deg }
@media (max-width: 34rem) {
  body { padding: 1.25rem .9rem 3rem }
  article { padding: .8rem .9rem }
  article dl div { grid-template-columns: 1fr; gap: 0 }
  article dl div + div { margin-top: .4rem }
}
`
