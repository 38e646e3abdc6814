import type { Account, Post } from '@photofeed/sdk'
import { type Html, html } from './html.ts'

/** A post and where its picture lies. */
export interface Entry {
  post: Post
  picture: { src: string; alt: string } | null
}

const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', timeZone: 'UTC' })

/** The site's only page: every post, by its year. */
export function page(account: Account, entries: readonly Entry[]): string {
  const title = account.name ?? `@${account.username}`
  const years = [...new Set(entries.map(yearOf))]
  return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="styles.css">
</head>
<body>
<header>
<h1>${title}</h1>
<p>${account.biography ?? ''}</p>
<nav aria-label="Years">${years.map((year) => html`<a href="#y${year}">${year}</a> `)}</nav>
</header>
<main>
${years.map((year) =>
  yearSection(
    year,
    entries.filter((entry) => yearOf(entry) === year),
  ),
)}
</main>
</body>
</html>
`)
}

function yearOf({ post }: Entry) {
  return post.timestamp.slice(0, 4)
}

function yearSection(year: string, entries: readonly Entry[]) {
  return html`<section aria-labelledby="y${year}">
<h2 id="y${year}">${year} <small>${String(entries.length)} posts</small></h2>
<ul>
${entries.map(item)}
</ul>
</section>
`
}

function item({ post, picture }: Entry): Html {
  const { caption, permalink, timestamp } = post
  const content = html`${
    picture
      ? html`<img src="${picture.src}" alt="${picture.alt}" loading="lazy" decoding="async">`
      : html`<span class="missing"></span>`
  }<time datetime="${timestamp}">${day.format(new Date(timestamp))}</time>
<span class="caption" dir="auto">${caption ?? ''}</span>`
  // Nothing but a web address may become a link.
  return /^https?:/i.test(permalink)
    ? html`<li><a href="${permalink}" rel="noopener">${content}</a></li>\n`
    : html`<li>${content}</li>\n`
}
