import { apiKey, parameters, routes } from '@photofeed/openapi'
import { document } from '@photofeed/openapi/document'
import { html } from 'hono/html'
import { marks } from '../../src/dashboard/built-pages.ts'
import type { Html } from '../../src/dashboard/layout.ts'

/** Renders the page that sends REST requests, with a field for each parameter of openapi.yaml. A response replaces the marks in it. */
export function renderPlayground(): string {
  // A click before the script has loaded would reload the page; the script enables the button.
  return `${html`<noscript><p>This page needs JavaScript.</p></noscript>
<div class="playground" id="playground" data-base-url="${marks.baseUrl}" inert>
<h1>Playground</h1>
<p>REST requests with your own key. You can share the address of this page. It contains the form, but not your key.</p>
${requestView}
<div class="columns">
<fieldset class="choice segments side">
<legend>Show</legend>
<label><input type="radio" name="side" id="show-form" autocomplete="off"><span>Request</span></label>
<label><input type="radio" name="side" autocomplete="off" checked><span>Response</span></label>
</fieldset>
${requestForm()}
${responseView}
</div>
</div>`}`
}

/** The form with every parameter of the contract. */
function requestForm(): Html {
  return html`<form id="request" class="request" novalidate>
${marks.keys}
<p class="hint" id="plan-facts"></p>
${endpoints()}
<fieldset class="parameters" id="parameters">
<legend>Parameters</legend>
<p class="hint" id="no-parameters" hidden>This endpoint has no parameters.</p>
<p class="hint" id="encoding">Enter values as they are, also a plus sign. This page encodes them.</p>
${Object.entries(parameters).map(([name, rule]) =>
  parameterField(name, rule, parameterDescriptions.get(name) ?? ''),
)}
<button class="button" type="reset">Reset</button>
</fieldset>
</form>`
}

const { paths } = document as { paths: Record<string, { get: { summary: string } }> }

const restPaths = Object.keys(routes).filter((path) => path.startsWith('/api/'))

/** The endpoints that respond to GET with the account's data, with their descriptions in the contract. */
function endpoints(): Html {
  return html`<fieldset class="endpoints">
<legend>Endpoint</legend>
${restPaths.map(
  (path, index) => html`<label>
<input type="radio" name="path" value="${path}" ${index === 0 ? 'checked' : ''}>
<span><code>${path}</code><small class="quiet">${paths[path]?.get.summary ?? ''}</small></span>
</label>\n`,
)}
</fieldset>`
}

type Rule = (typeof parameters)[keyof typeof parameters]

/** A parameter's name, its control and its description in the contract. */
function parameterField(name: string, rule: Rule, description: string): Html {
  const title = name.endsWith('[]')
    ? html`<span class="name" id="${name}-name"><code>${name}</code></span>`
    : html`<label class="name" for="${name}"><code>${name}</code></label>`
  return html`<div class="parameter" data-parameter="${name}">
${title}
${parameterControl(name, rule)}
<p class="hint mistake" id="${name}-error" hidden></p>
<p class="hint" id="${name}-hint">${prose(description)}</p>
</div>\n`
}

/** The control of a parameter. Text is not restricted, so that errors can be tried too. */
function parameterControl(name: string, rule: Rule): Html {
  if ('values' in rule) {
    return name.endsWith('[]') ? checkboxes(name, rule.values) : select(name, rule)
  }
  if ('minimum' in rule) return text(name, `${rule.minimum} to ${rule.maximum}`, 'numeric')
  return text(name, 'endOfDay' in rule ? 'YYYY-MM-DD' : '', 'text')
}

function text(name: string, placeholder: string, keyboard: 'numeric' | 'text'): Html {
  return html`<input class="input" id="${name}" name="${name}" inputmode="${keyboard}" placeholder="${placeholder}" autocomplete="off" autocapitalize="off" spellcheck="false" aria-describedby="${name}-error ${name}-hint">`
}

function select(name: string, rule: { values: readonly string[]; default?: string }): Html {
  return html`<select class="input" id="${name}" name="${name}" autocomplete="off" aria-describedby="${name}-error ${name}-hint">
<option value="">${rule.default === undefined ? 'all' : `default (${rule.default})`}</option>
${rule.values.map((value) => html`<option>${value}</option>\n`)}
</select>`
}

function checkboxes(name: string, values: readonly string[]): Html {
  return html`<div class="choices" id="${name}" role="group" aria-labelledby="${name}-name" aria-describedby="${name}-error ${name}-hint">
${values.map(
  (value) =>
    html`<label><input type="checkbox" name="${name}" value="${value}" autocomplete="off"> ${value}</label>\n`,
)}
</div>`
}

const { components } = document as {
  components: { parameters: Record<string, { name: string; description: string }> }
}

/** The first sentences of the descriptions in openapi.yaml, by parameter name. The rest is in the reference. */
const parameterDescriptions = new Map(
  Object.values(components.parameters).map(({ name, description }) => [
    name,
    description.replaceAll('\n', ' ').split(/(?<=\.) /, 1)[0],
  ]),
)

/** Renders a text of the contract, with code between backticks. */
function prose(text: string): Html {
  const parts = text.trim().split('`')
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`
}

function codeToCopy(id: string, name: string): Html {
  return html`<div class="code">
<pre tabindex="0" role="region" aria-label="${name}"><code id="${id}"></code></pre>
<button type="button" class="button copy" id="copy-${id}" aria-label="Copy as ${name}">Copy</button>
</div>`
}

/** The request as it will be sent, for people and for other programs. The script updates it. */
const requestView = html`<section class="sent" aria-labelledby="request-title">
<h2 id="request-title">Request</h2>
<pre class="code url" tabindex="0" role="region" aria-label="Address of the request"><code id="url">${marks.baseUrl}${restPaths[0]}?${apiKey.parameter}=••••••••</code></pre>
<button class="button" type="button" id="reveal" aria-pressed="false">Show the key</button>
<button class="button" type="button" id="copy-url">Copy the URL</button>
<p id="copied" class="hint" role="status"></p>
<details>
<summary>As curl and as SDK code</summary>
${codeToCopy('curl', 'curl')}
${codeToCopy('sdk', 'SDK code')}
</details>
</section>`

/** Where the response is shown. */
const responseView = html`<section class="response" aria-labelledby="response-title">
<h2 id="response-title">Response</h2>
<p class="tools"><span id="status" role="status">Nothing has been sent yet.</span> <button class="button" type="button" id="again">Send again</button></p>
<p id="stale" class="notice caution" hidden></p>
<ul id="problems" hidden></ul>
<nav id="pager" class="pager" aria-label="Pages of the feed" hidden>
<button class="button" type="button" id="previous">Previous page</button>
<button class="button" type="button" id="next">Next page</button>
</nav>
<ul id="posts" class="posts" aria-label="Posts" hidden></ul>
<p class="tools"><button class="button" type="button" id="more-posts" hidden></button></p>
<div id="received" hidden>
<h3 id="body-title">Body</h3>
<pre class="code body" tabindex="0" role="region" aria-labelledby="body-title"><code id="body"></code></pre>
<p class="tools"><button class="button" type="button" id="whole-body" hidden>Show the whole body</button></p>
<details>
<summary>Headers</summary>
<dl id="headers"></dl>
</details>
</div>
</section>`
