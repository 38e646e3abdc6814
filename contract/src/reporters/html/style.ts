/** Light and dark, narrow and wide. */
export const style = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#fff, #15181c);
  --raised: light-dark(#f5f6f8, #1e2227);
  --line: light-dark(#d9dde3, #363c45);
  --ink: light-dark(#1b1f24, #e6e8eb);
  --quiet: light-dark(#57606c, #a3acb8);
  --bad: light-dark(#b3261e, #ff8a80);
  --fair: light-dark(#8a5a00, #f0b429);
  --good: light-dark(#1a6e37, #6fce8b);
}
* { box-sizing: border-box }
body { max-width: 60rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; background: var(--ground); color: var(--ink);
  font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: anywhere }
h1 { margin: 0; font-size: 1.5rem; line-height: 1.25 }
h2 { margin: 2.5rem 0 .75rem; font-size: 1.15rem }
h3 { margin: 0; font-size: 1rem }
p { margin: .5rem 0 }
header > p:first-child, footer, .place, small, th { color: var(--quiet) }
footer, .place, small { font-size: .875rem }
footer { margin-top: 3rem; border-top: 1px solid var(--line); padding-top: 1rem }
th { padding: .1rem 1rem .1rem 0; font-weight: 400; text-align: left; vertical-align: top; white-space: nowrap }
code, pre { font: .875em/1.5 ui-monospace, Menlo, Consolas, monospace }
.verdict { font-weight: 600 }
.verdict::before { margin-right: .5rem }
.verdict.passed { color: var(--good) }
.verdict.passed::before { content: "✓" }
.verdict.failed, .verdict.undecided { color: var(--bad) }
.verdict.failed::before, .verdict.undecided::before { content: "✗" }
article { margin: 1rem 0; padding: 1rem 1.25rem; border: 1px solid var(--line); border-left: 4px solid var(--fair); border-radius: 6px }
article.failed { border-left-color: var(--bad) }
.mark { padding: 0 .5rem; border: 1px solid var(--line); border-radius: 1rem; color: var(--quiet); font-size: .8rem; font-weight: 400; white-space: nowrap }
dl { margin: 1rem 0 .5rem }
dl div { display: grid; grid-template-columns: 6rem 1fr; gap: .5rem }
dt { color: var(--quiet) }
dd { margin: 0 }
pre { margin: .5rem 0; padding: .6rem .8rem; white-space: pre-wrap; border-radius: 4px; background: var(--raised) }
ul { margin: .25rem 0; padding-left: 1.25rem }
li { margin: .35rem 0 }
summary { padding: .2rem 0; cursor: pointer }
@media (max-width: 34rem) {
  body { padding: 1.25rem .9rem 3rem }
  article { padding: .8rem .9rem }
  dl div { grid-template-columns: 1fr; gap: 0 }
  dl div + div { margin-top: .4rem }
}
`
