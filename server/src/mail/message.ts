import { colors, logoShapes } from '@photofeed/design'
import { html, raw } from 'hono/html'
import type { Mail } from './mailer.ts'

/** A paragraph of a message, with the heading above and the link below it. */
interface Block {
  heading?: string
  text: string
  link?: { url: string; label: string }
}

export type Message = Pick<Mail, 'subject' | 'text' | 'html'>

export function createMessage(subject: string, ...blocks: Block[]): Message {
  const paragraphs = blocks.map(({ heading, text, link }) =>
    [heading, text, link?.url].filter((line) => line !== undefined).join('\n'),
  )
  return { subject, text: `${paragraphs.join('\n\n')}\n`, html: mailHtml(subject, blocks) }
}

/** The light colors, and the dark ones in a media query: many mail programs support no custom properties and no `light-dark()`. */
function styles(): string {
  const rules = (scheme: 0 | 1) => {
    const color = (name: keyof typeof colors) => colors[name][scheme]
    return `.paper{background:${color('paper')}}.card{background:${color('raised')};border:1px solid ${color('line')};border-radius:16px}
.ink{color:${color('ink')}}.quiet{color:${color('quiet')}}.quiet a{color:${color('quiet')}}
.accent{background:${color('accent')}!important}.spot{background:${color('spot')}!important}.button{background:${color('accent')};color:${color('onAccent')}!important}`
  }
  return `body{margin:0}.ink,.quiet{font:16px/1.55 system-ui,-apple-system,"Segoe UI",Helvetica,Arial,sans-serif;overflow-wrap:anywhere}
h1.ink{font-size:22px;font-weight:700;line-height:1.25;margin:0 0 16px}h2.ink{font-size:16px;font-weight:700;margin:20px 0 4px}p.ink{margin:0 0 12px}p.quiet{font-size:13px;margin:0 0 12px}
.button{display:inline-block;padding:12px 20px;text-align:center;border-radius:8px;font:600 16px/1.25 system-ui,-apple-system,"Segoe UI",Helvetica,Arial,sans-serif;text-decoration:none}
.hidden{display:none;max-height:0;overflow:hidden}
${rules(0)}
@media (prefers-color-scheme:dark){${rules(1)}}`
}

/** The logo in boxes: mail programs remove SVG, and block pictures. Some remove style sheets, and keep attributes. */
const [one, two, three, four] = logoShapes.map(
  ({ tag, color, attributes }) =>
    `<span class="${color}" style="display:inline-block;width:8px;height:8px;margin:0 3px 3px 0;border-radius:${tag === 'circle' ? 4 : 2}px;background:${colors[color][0]};opacity:${attributes['fill-opacity'] ?? 1}"></span>`,
)
const logo = `<span aria-hidden="true" style="display:inline-block;width:24px;line-height:0;vertical-align:middle">${one}${two}<br>${three}${four}</span>`

function mailHtml(subject: string, blocks: readonly Block[]): string {
  // The first text is what lists of messages show behind the subject.
  return `${html`<!doctype html>
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
<div class="hidden">${blocks[0]?.text}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px">
<tr><td class="ink" style="padding:0 0 16px;font-weight:600">${raw(logo)} photofeed</td></tr>
<tr><td class="card" style="padding:28px">
<h1 class="ink">${subject}</h1>
${blocks.map(
  ({
    heading,
    text,
    link,
  }) => html`${heading && html`<h2 class="ink">${heading}</h2>\n`}<p class="ink">${text}</p>
${
  link &&
  html`<p class="ink"><a class="button" href="${link.url}">${link.label}</a></p>
<p class="quiet">Or open <a href="${link.url}">${link.url}</a></p>
`
}`,
)}
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`}`
}
