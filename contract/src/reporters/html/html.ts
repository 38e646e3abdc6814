import type { Report } from '../../run/report.ts'
import { isViolated } from '../../verdict/baseline.ts'
import type { Verdict } from '../../verdict/verdict.ts'
import { printableReport } from '../printable.ts'
import type { Reporter } from '../reporter.ts'
import { accountSentence, countsOf, effortOf, verdictSentence } from '../sentences.ts'
import { brokenArticle } from './broken-article.ts'
import { escaped } from './escaped.ts'
import { passedRules, undecidedRules } from './rule-lists.ts'
import { style } from './style.ts'

/** One file that needs nothing else: no script, no request. */
export const html: Reporter = (given, verdict, setting) => {
  const report = printableReport(given)
  const fails = report.rules.filter(({ id }) => verdict.failed.includes(id))
  const others = report.rules.filter(
    ({ id, outcome }) => isViolated(outcome) && !verdict.failed.includes(id),
  )
  const articles = (title: string, rules: typeof fails) =>
    rules.length === 0
      ? ''
      : `<h2>${title}</h2>\n${rules.map((rule) => brokenArticle(rule, verdict)).join('\n')}`
  const chapters = [
    articles('Failed', fails),
    articles('Warnings', others),
    fixed(verdict),
    undecidedRules(report),
    passedRules(report),
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
  const kind = verdict.verdict
  const accounts = report.accounts.map(
    (account) =>
      `<tr><th scope="row">${account.name}</th><td>${escaped(accountSentence(account))}</td></tr>`,
  )
  return `<header>
<p>photofeed contract</p>
<h1>${escaped(report.url)}</h1>
<p class="verdict ${kind}">${escaped(verdictSentence(verdict))}</p>
<p>${escaped(`${countsOf(report)}; ${effortOf(report)}.`)}</p>
<table>${accounts.join('')}</table>
</header>`
}

function fixed({ fixed }: Verdict): string {
  if (fixed.length === 0) return ''
  return `<h2>Fixed</h2>
<p>Known from the baseline, and passing now: ${fixed.map((id) => `<code>${escaped(id)}</code>`).join(', ')}. Renew it.</p>`
}
