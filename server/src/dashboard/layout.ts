import { colors, favicon, icon, logo, promise } from '@photofeed/design'
import { html, raw } from 'hono/html'
import { font } from '../assets.ts'
import { relativeTime } from './relative-time.ts'

/** What a page says about the last action. */
export interface Notice {
  kind: 'done' | 'problem'
  /** Plain text; it may quote names that strangers chose. */
  text: string
}

/** Escaped markup; only the templates of hono/html make it. */
export type Html = ReturnType<typeof html>

interface PageParts {
  title: string
  /** Null for a visitor who has not signed in. */
  owner: { email: string } | null
  /** The path of the navigation's entry that the page belongs to. */
  current?: string | undefined
  /** Paths of scripts and styles, beside the dashboard's. */
  scripts?: string[]
  styles?: string[]
  /** Whether the page shows a form again that was rejected. */
  isRejected?: boolean | undefined
  body: Html
}

export const ownerEntries = [
  { path: '/accounts', label: 'Accounts' },
  { path: '/playground', label: 'Playground' },
  { path: '/explorer', label: 'GraphQL' },
  { path: '/docs/rest-api', label: 'REST API' },
]
/** Without a link to sign up, which is closed on some servers: the page to sign in has it. */
export const signInEntry = { path: '/sign-in', label: 'Sign in' }

/** The style of the list of accounts, and of the front door. */
export const cardStyle = '/assets/dashboard/accounts.css'

export function page(parts: PageParts): Html {
  const { title, owner, current, scripts = [], styles = [], isRejected, body } = parts
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${promise}: connect your account, copy two lines, done.">
<meta name="theme-color" content="${colors.raised[0]}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="${colors.raised[1]}" media="(prefers-color-scheme: dark)">
<title>${isRejected ? 'Error: ' : ''}${title} · photofeed</title>
<link rel="icon" href="${raw(favicon)}">
${font === undefined ? '' : html`<link rel="preload" href="/assets/dashboard/${font}" as="font" type="font/woff2" crossorigin>`}
${['/assets/dashboard/dashboard.css', ...styles].map((path) => html`<link rel="stylesheet" href="${path}">\n`)}
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top">
<a class="brand" href="/">${raw(logo)} photofeed</a>
${owner ? navigation(ownerEntries, current) : html`<nav aria-label="Main">${linkList([signInEntry], current)}</nav>`}${owner && signOutForm(owner, current)}
</header>
<main id="main" tabindex="-1">
${body}
</main>
${['/assets/dashboard/dashboard.js', ...scripts].map((path) => html`<script src="${path}" type="module"></script>\n`)}
</body>
</html>
`
}

/** A page of one panel, for a visitor unless there is an owner. */
export function panelPage(
  {
    title,
    heading = title,
    owner = null,
    current,
    notice = null,
    look = 'narrow',
    isRejected,
  }: Partial<PageParts> & {
    title: string
    heading?: string
    notice?: Notice | null
    look?: 'narrow' | 'confirmation'
  },
  content: Html,
): Html {
  const body = html`<section class="panel ${look}">
<h1>${heading}</h1>
${noticeBox(notice)}
${content}
</section>`
  return page({ title, owner, current, isRejected, body })
}

const signOutForm = ({ email }: { email: string }, current?: string) => html`
<form class="leave" method="post" action="/sign-out">
<a class="who" href="/settings"${current === '/settings' && html` aria-current="page"`} title="Settings of ${email}">${raw(icon('settings'))}<span>${email}</span></a>
<button class="button plain">Sign out</button>
</form>`

interface Entry {
  path: string
  label: string
}

/** The main navigation, with the entry marked that the page is. Narrow windows have a menu in the place of the row. */
function navigation(entries: readonly Entry[], current?: string): Html {
  const links = linkList(entries, current)
  return html`<nav aria-label="Main">
<div class="row">${links}</div>
<details><summary>Menu</summary><div>${links}</div></details>
</nav>`
}

export const linkList = (entries: readonly Entry[], current?: string): Html =>
  html`${entries.map(({ path, label }) =>
    path === current
      ? html`<a href="${path}" aria-current="page">${label}</a>`
      : html`<a href="${path}">${label}</a>`,
  )}`

export const done = (text: string): Notice => ({ kind: 'done', text })

export const problem = (text: string): Notice => ({ kind: 'problem', text })

/** A message about the last action, which screen readers read out. */
export function noticeBox(notice: Notice | null): Html | '' {
  if (!notice) return ''
  const role = notice.kind === 'problem' ? 'alert' : 'status'
  return html`<p class="notice ${notice.kind}" role="${role}">${notice.text}</p>`
}

/** A button that acts on an account at once. */
export function actionForm(accountId: number, action: string, label: string, look = ''): Html {
  return html`<form method="post" action="/accounts/${accountId}/${action}">
<button class="button ${look}" aria-describedby="name-${accountId}">${label}</button>
</form>`
}

/** A button that copies the text of an element. The script shows it. */
export function copyButton(id: string, label: string): Html {
  return html`<button type="button" class="button copy" data-copy="${id}" aria-label="${label}" hidden>${raw(icon('copy'))}${raw(icon('check'))}<span data-copied>Copy</span></button>`
}

const day = new Intl.DateTimeFormat('en-GB', {
  ...({ day: 'numeric', month: 'long', year: 'numeric' } as const),
  ...({ hour: '2-digit', minute: '2-digit', timeZone: 'UTC' } as const),
})

/** Renders a time as people say it. Its title has the time in UTC, which the script converts to the visitor's time zone. */
export function moment(milliseconds: number, now: number): Html {
  const time = new Date(milliseconds)
  return html`<time datetime="${time.toISOString()}" title="${day.format(time)} UTC">${relativeTime(milliseconds, now)}</time>`
}

/** Shown to owners, who can only report it to the operator. */
export const notSetUp =
  'Connecting is not set up on this server. Its operator has to configure an app of the photo platform.'
