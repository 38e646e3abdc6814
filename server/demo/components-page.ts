import { icon, logo } from '@photofeed/design'
import { highlight } from '@photofeed/design/highlight'
import { html, raw } from 'hono/html'
import { codeTabs } from '../browser/reference/code-tabs.ts'
import { copyButton, done, type Html, noticeBox, problem } from '../src/dashboard/layout.ts'
import { states } from '../src/labels.ts'

/** Every component of `design/src/components` in its states, for those who change them. Surfaces use these and make no others. */
export function componentsPage(): Html {
  return html`<h1>Components</h1>
<p>What the pages are made of: the classes of <code>design/src/components</code>, in each state.</p>
<div class="components">
${section('Buttons', html`<p class="actions"><button class="button main">The next step</button> <button class="button">Another act</button> <button class="button danger">Delete</button> <button class="button main danger">Delete it now</button> <button class="button plain">In a row</button> <button class="button" disabled>Not now</button> <button class="button" aria-busy="true">Running</button> <button class="button" aria-pressed="true">Pressed</button> <button class="button more" aria-expanded="true">Details</button> <a class="button" href="#buttons">A link</a></p>`)}
${section('Fields', html`<p class="actions"><input class="input" aria-label="Empty field" placeholder="name@host"> <input class="input" aria-label="Rejected field" value="mara" aria-invalid="true"> <select class="input" aria-label="List"><option>One of many</option></select></p>`)}
${section('One of few', html`${choice('segments', ['Phone', 'Tablet', 'Desktop'])}<p class="choice segments"><button aria-pressed="true">Ready</button><button aria-pressed="false">Broken</button></p>`)}
${section('The same in another language', codeTabs('components', 'Language', { curl: 'curl https://feed.example/api/v1/me', JavaScript: 'await feed.me()' }))}
${section('Code', html`<div class="code"><pre tabindex="0" role="group" aria-label="Code with a button"><code id="tag">${raw(highlight('<photo-feed feed="k7Qp2"></photo-feed>'))}</code></pre>${copyButton('tag', 'Copy the tag')}</div><pre class="code" tabindex="0" role="group" aria-label="Code"><code>const page = await feed.me()</code></pre><p class="value"><code>k7Qp2</code><button class="button copy copied">${raw(icon('check'))}Copied</button></p>`)}
${section('Notices', html`${noticeBox(done('It is saved.'))}${noticeBox(problem('It could not be saved.'))}<p class="notice caution">Look at this.</p><p class="news">Only screen readers read this.</p>`)}
${section('Badges', html`<p class="actions"><span class="status good">${raw(icon('check'))} ${states.ready}</span> <span class="status busy">${states.importing}</span> <span class="status caution">${states.invalid_token}</span> <span class="status bad">1 fault</span></p>`)}
${section('Nothing yet', html`<div class="empty">${raw(logo)}<h3>There is no email yet</h3><p>One sentence says when there is.</p><p><a class="button main" href="#nothing-yet">The next step</a></p></div>`)}
${section('Tables', html`<div class="table stacked" tabindex="0" role="region" aria-label="Example of a table"><table><thead><tr><th scope="col">Account</th><th scope="col">Posts</th></tr></thead><tbody><tr><th scope="row">premium</th><td>271</td></tr><tr><th scope="row">empty</th><td>0</td></tr></tbody></table></div>`)}
</div>`
}

const choice = (look: string, names: string[]): Html =>
  html`<fieldset class="choice ${look}"><legend>Width</legend>
${names.map((name, index) => html`<label><input type="radio" name="width" ${index === 0 ? 'checked' : ''}><span>${name}</span></label>\n`)}</fieldset>`

const section = (
  title: string,
  content: Html,
): Html => html`<section class="panel" aria-label="${title}">
<h2>${title}</h2>
${content}
</section>
`
