import { html } from 'hono/html'
import { codeTabs } from '../browser/reference/code-tabs.ts'
import { emailField, newPasswordField } from '../src/dashboard/fields.ts'
import { done, type Html, noticeBox, problem } from '../src/dashboard/layout.ts'
import { states } from '../src/labels.ts'

const view = { notice: null }
const mistake = { field: 'email', text: 'An email address has the form name@host.' } as const

/** Every component of the pages in its states, for those who change them. Surfaces use these and make no others. */
export function componentsPage(): Html {
  return html`<h1>Components</h1>
<p>What the pages are made of. <code>design/src</code> has the colors and choices, <code>server/browser/dashboard</code> the rest.</p>
<div class="components">
${section('Fields', html`${emailField({ ...view, email: 'mara@harbour.example' })}${emailField({ ...view, email: 'mara', mistake }, 'Email address, rejected')}${newPasswordField(view, 'Password', false)}`)}
${section('Buttons', html`<p class="actions"><button class="main">The one main act</button> <button>Another act</button> <button class="danger">Delete</button> <button disabled>Not now</button> <a class="button" href="#buttons">A link</a></p>`)}
${section(
  'One of few',
  html`<fieldset class="choice segments"><legend>Width</legend>
${['Phone', 'Tablet', 'Desktop'].map((name, index) => html`<label><input type="radio" name="width" ${index === 0 ? 'checked' : ''}><span>${name}</span></label>\n`)}</fieldset>`,
)}
${section('The same in another language', codeTabs('components', 'Language', { curl: 'curl https://feed.example/api/v1/me', JavaScript: 'await feed.me()' }))}
${section('Notices', html`${noticeBox(done('It is saved.'))}${noticeBox(problem('It could not be saved.'))}<p class="notice caution">Look at this.</p>`)}
${section('Badges', html`<p class="actions"><span class="status good">${states.ready}</span> <span class="status busy">${states.importing}</span> <span class="status caution">${states.invalid_token}</span></p>`)}
${section('Nothing yet', html`<div class="panel invitation"><h3>There is no email yet</h3><p>One sentence says when there is.</p><p><a class="button main" href="#nothing-yet">The next step</a></p></div>`)}
${section('Tables', html`<div class="keys" tabindex="0" role="region" aria-label="Example of a table"><table><thead><tr><th scope="col">Account</th><th scope="col">Posts</th></tr></thead><tbody><tr><th scope="row">premium</th><td>271</td></tr><tr><th scope="row">empty</th><td>0</td></tr></tbody></table></div>`)}
</div>`
}

const section = (
  title: string,
  content: Html,
): Html => html`<section class="panel" aria-label="${title}">
<h2>${title}</h2>
${content}
</section>
`
