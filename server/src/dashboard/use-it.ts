import { icon } from '@photofeed/design'
import { apiKey as keyFormat, type routes } from '@photofeed/openapi'
import { html, raw } from 'hono/html'
import type { Html } from './layout.ts'

type Path = keyof typeof routes

/** Tabs with code for a site. It has the account's key, so it works as it is pasted. */
export function useIt(baseUrl: string, accountId: number, apiKey: string): Html {
  const { curl, JavaScript, ...page } = meSamples(baseUrl, apiKey)
  const rss = `${baseUrl}${'/api/v1/rss' satisfies Path}?${keyFormat.parameter}=${apiKey}`
  return codeTabs(`${accountId}`, 'Use it', { ...page, JavaScript, curl, RSS: rss })
}

/** Tabs with code, by their names. They work without a script; copying needs one. */
export function codeTabs(
  group: string,
  legend: string,
  samples: Record<string, string>,
  render: (code: string) => Html | string = (code) => code,
): Html {
  const entries = Object.entries(samples).map(([name, code]) => ({
    name,
    code,
    id: `${group}-${name.toLowerCase()}`,
  }))
  return html`<fieldset class="tabs">
<legend>${legend}</legend>
${entries.map(
  ({ name, id }, index) =>
    html`<input type="radio" name="use-${group}" id="use-${id}" value="${name}" ${index === 0 ? 'checked' : ''}><label for="use-${id}">${name}</label>\n`,
)}${entries.map(
  ({ name, code, id }) =>
    html`<div class="code"><pre tabindex="0" aria-label="${name}"><code id="code-${id}">${render(code)}</code></pre>${copyButton(`code-${id}`, `Copy the ${name} code`)}</div>\n`,
)}</fieldset>`
}

/** A button that copies the text of an element. The script shows it. */
export function copyButton(id: string, label: string): Html {
  return html`<button type="button" class="copy" data-copy="${id}" aria-label="${label}" hidden>${raw(icon('copy'))}<span data-copied>Copy</span></button>`
}

/** Code that reads with the SDK. */
export const feedCode = (
  baseUrl: string,
  apiKey: string,
  imports: string,
  use: string,
) => `// npm install @photofeed/sdk
import { createFeed } from '@photofeed/sdk'
${imports}
const feed = createFeed({
  baseUrl: '${baseUrl}',
  apiKey: '${apiKey}',
})
${use}`

/** Code that reads or shows a page of posts, by the name of its tab. */
export function meSamples(baseUrl: string, apiKey: string) {
  return {
    curl: curlCommand(baseUrl, apiKey, '/api/v1/me', "\n  --data-urlencode 'page[size]=12'"),
    JavaScript: feedCode(
      baseUrl,
      apiKey,
      '',
      'const { account, posts } = await feed.me({ pageSize: 12 })',
    ),
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
  }
}

/** Code that sends a request. curl encodes the values, so that they stay readable. */
export function curlCommand(baseUrl: string, apiKey: string, path: Path, more = ''): string {
  return `curl --get '${baseUrl}${path}' \\
  --data-urlencode '${keyFormat.parameter}=${apiKey}'${more && ` \\${more}`}`
}
