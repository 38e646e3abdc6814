import { html } from 'hono/html'
import type { Owners } from '../owners/owners.ts'
import { type Html, moment } from './layout.ts'

type ListedSession = Awaited<ReturnType<Owners['sessions']['list']>>[number]

/** The panel of the settings that lists where the owner is signed in, this session first. */
export function sessionList(sessions: ListedSession[], currentId: string, now: number): Html {
  const others = sessions.filter(({ id }) => id !== currentId)
  const entry = ({ id, signedInAt, usedAt, address, userAgent }: ListedSession) => html`<li>
<div>
<h3>${browserName(userAgent)}</h3>
<p>${id === currentId ? html`<strong>This session</strong>` : html`Last used ${moment(usedAt, now)}`}</p>
<p>Signed in ${moment(signedInAt, now)}${address && ` from ${address}`}</p>
</div>
${id === currentId ? '' : endForm(id, browserName(userAgent))}
</li>
`
  const endOthers = html`<form method="post" action="/settings/sessions/end-others">
<button>End all other sessions</button>
</form>`
  return html`<section class="panel">
<h2>Sessions</h2>
<p class="quiet">Where you are signed in. If you do not recognize one, end it and change the password.</p>
<ul class="sessions">
${sessions.filter(({ id }) => id === currentId).map(entry)}${others.map(entry)}</ul>
${others.length > 0 ? endOthers : ''}
</section>`
}

const endForm = (id: string, browser: string) => html`
<form method="post" action="/settings/sessions/end">
<input type="hidden" name="session" value="${id}">
<button aria-label="End the session of ${browser}">End</button>
</form>`

// The more specific ones first: others are in the name of almost every browser.
const browsers: [RegExp, string][] = [
  [/\bEdgA?(?:iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/\b(?:iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Returns a name for a `User-Agent` that its owner recognizes, such as "Firefox on Windows". */
export function browserName(userAgent: string): string {
  const find = (names: [RegExp, string][]) =>
    names.find(([pattern]) => pattern.test(userAgent))?.[1]
  const [browser, system] = [find(browsers), find(systems)]
  if (system === undefined) return browser ?? 'Unknown browser'
  return `${browser ?? 'Browser'} on ${system}`
}
