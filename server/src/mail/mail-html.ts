import { colors, logoShapes } from '@photofeed/design'
import { html, raw } from 'hono/html'
import type { Mail } from './mailer.ts'

const link = /^https?:\/\/\S+$/

/** What the button of a link says, by the page that it leads to. */
const labels: [path: RegExp, label: string][] = [
  [/\/reset-password\b/, 'Choose a password'],
  [/\/confirm-email\b/, 'Confirm the address'],
  [/\/sign-in\b/, 'Sign in'],
  [/\/accounts\b/, 'Open your accounts'],
]

type Rendered = ReturnType<typeof html>

/** The light colors, and the dark ones in a media query: many mail programs support no custom properties and no `light-dark()`. */
function styles(): string {
  const rules = (scheme: 0 | 1) => {
    const color = (name: keyof typeof colors) => colors[name][scheme]
    return `.paper{background:${color('paper')}}.card{background:${color('raised')};border:1px solid ${color('line')};border-radius:16px}
.ink{color:${color('ink')}}.quiet{color:${color('quiet')}}.quiet a{color:${color('quiet')}}
.button{background:${color('accent')};color:${color('onAccent')}!important}`
  }
  return `body{margin:0}.ink,.quiet{font:16px/1.55 system-ui,-apple-system,"Segoe UI",Helvetica,Arial,sans-serif;overflow-wrap:anywhere}
h1.ink{font-size:22px;font-weight:700;line-height:1.25;margin:0 0 16px}h2.ink{font-size:16px;font-weight:700;margin:20px 0 4px}p.ink{margin:0 0 12px}p.quiet{font-size:13px;margin:0 0 12px}
.button{display:inline-block;padding:12px 20px;border-radius:8px;font:600 16px/1.25 system-ui,-apple-system,"Segoe UI",Helvetica,Arial,sans-serif;text-decoration:none}
.hidden{display:none;max-height:0;overflow:hidden}
${rules(0)}
@media (prefers-color-scheme:dark){${rules(1)}}`
}

/** The parts of the logo that mail programs can show: they remove SVG, and block pictures. */
const dots = logoShapes
  .map(({ color }) => `<span style="color:${colors[color][0]}">&#9632;</span>`)
  .slice(0, 2)
  .join('')

/** The message as HTML. It says what the text says: paragraphs, headings, and a button for each link. */
export function mailHtml({ subject, text }: Pick<Mail, 'subject' | 'text'>): string {
  const blocks = text.trim().split(/\n{2,}/)
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>${raw(styles())}</style>
</head>
<body class="paper">
<div class="hidden">${preview(blocks)}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px">
<tr><td class="ink" style="padding:0 0 16px;font-weight:600">${raw(dots)} photofeed</td></tr>
<tr><td class="card" style="padding:28px">
<h1 class="ink">${subject}</h1>
${blocks.map(block)}
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
  return String(page)
}

/** What lists of messages show behind the subject. */
function preview([first = '']: readonly string[]): string {
  return first
    .split('\n')
    .filter((line) => !link.test(line))
    .join(' ')
}

function block(text: string): Rendered {
  const lines = text.split('\n')
  const isTitled = lines.length > 1 && /^What .{1,24}$/.test(lines[0] ?? '')
  const heading = isTitled ? html`<h2 class="ink">${lines.shift()}</h2>\n` : ''
  const url = lines.find((line) => link.test(line))
  const words = lines.filter((line) => line !== url).join(' ')
  return html`${heading}${words && html`<p class="ink">${words}</p>\n`}${url ? button(url) : ''}`
}

function button(url: string): Rendered {
  const label = labels.find(([path]) => path.test(url))?.[1] ?? 'Open the page'
  return html`<p class="ink"><a class="button" href="${url}">${label}</a></p>
<p class="quiet">Or open ${url}</p>
`
}
