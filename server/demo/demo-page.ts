import { html } from 'hono/html'
import type { Html } from '../src/dashboard/layout.ts'

interface DemoPage {
  title: string
  /** The path of the navigation's entry that the page is. */
  current: string
  body: Html
}

const entries = [
  { path: '/', label: 'Demo' },
  { path: '/demo/platform', label: 'The emulated platform' },
  { path: '/demo/outbox', label: 'Mail' },
  { path: '/accounts', label: 'Your accounts' },
]

/** A page of the demo, in the dashboard's style. */
export function demoPage({ title, current, body }: DemoPage): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · photofeed demo</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/assets/dashboard.css">
<link rel="stylesheet" href="/demo/demo.css">
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top">
<a class="brand" href="/">photofeed</a>
<nav aria-label="Main">
${entries.map(({ path, label }) =>
  path === current
    ? html`<a href="${path}" aria-current="page">${label}</a>`
    : html`<a href="${path}">${label}</a>`,
)}
</nav>
</header>
<main id="main" tabindex="-1">
${body}
</main>
</body>
</html>
`
}
