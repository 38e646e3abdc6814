import { count } from '@photofeed/core/node'
import { html } from 'hono/html'
import { permissions } from '../src/platform/platform-schema.ts'
import type { EmulatedUser } from './emulated-users.ts'
import type { MediaUrls } from './media-urls.ts'
import type { EmulatedApp } from './platform-state.ts'

const meanings: Record<string, string> = {
  [permissions.basic]: 'See the profile and the posts',
  [permissions.comments]: 'See the comments on the posts',
}

/** Without an action the form is sent to this URL, with its query. */
export function authorizePage(
  { app, scopes }: { app: EmulatedApp; scopes: readonly string[] },
  users: readonly EmulatedUser[],
  urls: MediaUrls,
) {
  return page(
    `Connect to ${app.name}`,
    html`<h1>${app.name} requests access to your photos</h1>
<form method="post">
<fieldset>
<legend>Continue as</legend>
${users.map((user, index) => userOption(user, urls, index === 0))}
</fieldset>
<fieldset>
<legend>${app.name} may</legend>
${scopes.map(scopeOption)}
</fieldset>
<div class="decisions">
<button name="decision" value="allow" class="allow">Allow</button>
<button name="decision" value="deny">Deny</button>
</div>
</form>`,
  )
}

export function problemPage(problem: string) {
  return page(
    'Invalid request',
    html`<h1>Invalid request</h1>
<p>${problem}</p>`,
  )
}

function userOption({ userId, profile, posts }: EmulatedUser, urls: MediaUrls, isFirst: boolean) {
  const { username, name, picture } = profile
  return html`<label class="user">
<input type="radio" name="user" value="${userId}" required ${isFirst ? 'checked' : ''}>
${
  picture
    ? html`<img src="${urls.sign(userId, picture.platformUrl)}" alt="" width="40" height="40">`
    : html`<span class="no-picture"></span>`
}
<span class="who"><b>${breakable(username)}</b><span>${name ? `${name}, ` : ''}${count(posts.length, 'post')}</span></span>
</label>
`
}

/** Lets a username wrap after its dots in a narrow window. */
function breakable(username: string) {
  return username.split(/(?<=[._])/).map((part) => html`${part}<wbr>`)
}

function scopeOption(scope: string) {
  const isBasic = scope === permissions.basic
  return html`<label class="scope">
<input type="checkbox" name="scope" value="${scope}" checked ${isBasic ? 'disabled' : ''}>
<span>${meanings[scope] ?? scope}</span>
</label>
`
}

function page(title: string, body: ReturnType<typeof html>) {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/www/authorize.css">
</head>
<body class="platform">
<header>An emulated photo platform. Nothing leaves this machine.</header>
<main>
${body}
</main>
</body>
</html>
`
}
