import { icon } from '@photofeed/design'
import { apiKey, type routes } from '@photofeed/openapi'
import { html, raw } from 'hono/html'
import { renderEditor } from '../../../element/editor/render.ts'
import { bannerCategories, feedTag, profileUrlOf } from '../../../element/editor/tag.ts'
import { marks } from '../../src/dashboard/built-pages.ts'
import { copyButton } from '../../src/dashboard/layout.ts'
import { labels } from '../../src/labels.ts'
import { codeTabs } from '../reference/code-tabs.ts'
import { meSamples } from '../reference/request-samples.ts'
import { places, usualReasons } from './places.ts'

/** Renders the preview and the look of a feed, and the line that says whether it is saved. */
export function renderLook(): string {
  return `${html`<noscript><p class="notice caution">The preview and the look need JavaScript. The code for your site is below.</p>
<div class="code"><pre>${tag}</pre></div></noscript>
${raw(renderEditor())}
<div class="saved"><p class="quiet" role="status" data-saved></p><button class="button" type="button" data-retry hidden>Try again</button>
<button class="button" type="button" data-undo disabled>Undo</button></div>
<div class="bottom-bar"><button class="button" type="button" data-look aria-controls="look" aria-expanded="false">Look</button><button type="button" class="button main" data-put>${labels.put}</button></div>`}`
}

const tag = feedTag({
  ...{ baseUrl: marks.baseUrl, id: marks.feedId },
  profileUrl: profileUrlOf(marks.username),
})

/** Renders the dialog that leads from the code to a site that shows the feed. */
export function renderPut(): string {
  const names = Object.entries(places)
  return `${html`<dialog class="put" aria-labelledby="put-title">
<header><h2 id="put-title" tabindex="-1">${labels.put}</h2><button class="button plain" type="button" data-close aria-label="Close">×</button></header>
<h3><b>1</b> Which site?</h3>
<fieldset class="choice tiles"><legend>Which site?</legend>
${names.map(([name, place]) => html`<label><input type="radio" name="place" value="${name}" autocomplete="off"><span>${place.name}</span></label>`)}
<a href="mailto:" data-developer>My developer does it</a>
</fieldset>
<section data-step="2" hidden>
<h3><b>2</b> Paste these two lines</h3>
<div class="code"><pre tabindex="0" role="region" aria-label="Code to paste"><code id="tag">${tag}</code></pre><button type="button" class="button main" data-copy="tag"><span data-copied>${labels.copy}</span></button></div>
<p class="banner"><label><input type="checkbox" data-reserve autocomplete="off"> Reserve the height, so that nothing moves while the page loads</label></p>
<p class="banner"><label><input type="checkbox" data-banner autocomplete="off"> ${labels.waitForBanner}</label>
<span class="hint" hidden>Works with Cookiebot and banners that look for <code>type="text/plain"</code>. <label>Category <select class="input" data-category autocomplete="off">${bannerCategories.map((name) => html`<option>${name}</option>`)}</select></label></span></p>
${names.map(([name, { steps }]) => html`<ol data-place="${name}" hidden>${steps.map((step) => html`<li>${step}</li>`)}</ol>`)}
</section>
<section data-step="3" hidden>
<h3><b>3</b> <span role="status" data-found>Waiting for your site…</span></h3>
<p class="hint">Open the page as a visitor. You may close this window at any time.</p>
<details><summary>Nothing yet? The usual reasons</summary><ul>${usualReasons.map((reason) => html`<li>${reason}</li>`)}</ul></details>
</section>
</dialog>`}`
}

/** Renders what developers need: the key, and where it leads. */
export function renderDeveloper(): string {
  const { baseUrl, accountId } = marks
  const read = (path: keyof typeof routes) =>
    `${baseUrl}${path}?${apiKey.parameter}=${marks.apiKey}`
  return `${html`<div class="secret">
<h3>API key</h3>
<div class="value"><code id="key-${accountId}">${marks.apiKey}</code>${copyButton(`key-${accountId}`, 'Copy the API key')}</div>
</div>
<p class="where"><a href="/playground?account=${accountId}">${raw(icon('play'))} Playground</a>
<a href="${read('/api/v1/me')}" rel="noreferrer">REST</a>
<a href="${read('/api/v1/rss')}" rel="noreferrer">${raw(icon('rss'))} RSS</a>
<a href="/explorer?account=${accountId}">GraphQL</a></p>
${codeTabs(`${accountId}-code`, 'Read it with code', meSamples(baseUrl, marks.apiKey))}`}`
}
