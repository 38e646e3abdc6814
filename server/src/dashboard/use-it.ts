import { icon } from '@photofeed/design'
import { apiKey as keyFormat, type routes } from '@photofeed/openapi'
import { html, raw } from 'hono/html'
import type { Html } from './layout.ts'

type Path = keyof typeof routes

/** Code that shows a feed, by the name of its tab. It has the account's key, so it works as it is pasted. */
function snippets(baseUrl: string, apiKey: string): Record<string, string> {
  const address = (path: Path) => `${baseUrl}${path}?${keyFormat.parameter}=${apiKey}`
  return {
    HTML: `<script type="module" src="${baseUrl}/embed.js"></script>
<photo-feed api-key="${apiKey}"></photo-feed>`,
    React: `// npm install @photofeed/sdk
import '@photofeed/sdk/element/react'

export const Feed = () => (
  <photo-feed src="${baseUrl}" api-key="${apiKey}" />
)`,
    Vue: `<!-- npm install @photofeed/sdk -->
<script setup>
import '@photofeed/sdk/element/vue'
</script>

<template>
  <photo-feed src="${baseUrl}" api-key="${apiKey}" />
</template>`,
    JavaScript: `// npm install @photofeed/sdk
import { createFeed } from '@photofeed/sdk'

const feed = createFeed({
  baseUrl: '${baseUrl}',
  apiKey: '${apiKey}',
})
const { posts } = await feed.me({ pageSize: 12 })`,
    curl: `curl '${address('/api/v1/me')}'`,
    RSS: address('/api/v1/rss'),
  }
}

/** Tabs with code for a site. They work without a script; copying needs one. */
export function useIt(baseUrl: string, accountId: number, apiKey: string): Html {
  const entries = Object.entries(snippets(baseUrl, apiKey))
  return html`<fieldset class="tabs">
<legend>Use it</legend>
${entries.map(([name], index) => {
  const id = `use-${accountId}-${name.toLowerCase()}`
  return html`<input type="radio" name="use-${accountId}" id="${id}" ${index === 0 ? 'checked' : ''}><label for="${id}">${name}</label>\n`
})}${entries.map(([name, code]) => {
  const id = `code-${accountId}-${name.toLowerCase()}`
  return html`<div class="code"><pre tabindex="0" aria-label="${name}"><code id="${id}">${code}</code></pre>${copyButton(id, `Copy the ${name} code`)}</div>\n`
})}</fieldset>`
}

/** A button that copies the text of an element. The script shows it. */
export function copyButton(id: string, label: string): Html {
  return html`<button type="button" class="copy" data-copy="${id}" aria-label="${label}" hidden>${raw(icon('copy'))}<span data-copied>Copy</span></button>`
}
