import { colorJson } from '@photofeed/design/color-json'
import { highlight } from '@photofeed/design/highlight'
import { apiKey } from '@photofeed/openapi'
import { html, raw } from 'hono/html'
import { marked } from 'marked'
import { marks } from '../../src/dashboard/built-pages.ts'
import type { Html } from '../../src/dashboard/layout.ts'
import { codeTabs } from './code-tabs.ts'
import {
  definition,
  type Endpoint,
  type EndpointResponse,
  type Example,
  endpoints,
  type Parameter,
  referenceOf,
  type Schema,
  valuesOf,
} from './definition.ts'
import { firstRequest, requestSamples } from './request-samples.ts'

/** Renders the reference of the REST API from openapi.yaml. A request replaces the marks in it. */
export function renderReference(): string {
  const { info, components } = definition
  const { name, description } = components.securitySchemes.ApiKey
  const [promise = '', rules = ''] = info.description.split('\n\n')
  return `${html`<div class="reference" data-pattern="${apiKey.pattern}" data-first="/api/v1/me?page[size]=1&${apiKey.parameter}=">
${contents()}
<div class="sections">
<section id="start" class="endpoint">
<div>
<h1>REST API</h1>
${markdown(promise)}
${marks.keys}
<p class="hint">All code on this page then has this key. Other tools read <a href="/docs/openapi.json">openapi.json</a>.</p>
</div>
<div class="code-beside">
${codeTabs('start', 'Request', { curl: firstRequest(marks.baseUrl, keyMark) }, withKey)}
${exampleBoxes({ ...firstEndpoint, operationId: 'start' })[0]}
</div>
<div id="key">
<h2>The API key</h2>
<p>Each request has the key of an account in its parameter <code>${name}</code>.</p>
${markdown(description)}
</div>
</section>
${endpoints.map(endpointSection)}
${statusSection()}
${errorSection(rules)}
${objectSection()}
</div>
</div>`}`
}

/** Its request and response are the first that a reader sees. */
const [firstEndpoint] = endpoints as [Endpoint]

function contents(): Html {
  const links = [
    ['start', 'Introduction'],
    ...endpoints.map(({ operationId, method, path }) => [operationId, `${method} ${path}`]),
    ['statuses', 'Statuses of a connection'],
    ['errors', 'Errors'],
    ['objects', 'Objects'],
  ]
  return html`<nav class="contents" aria-label="On this page">
<ul>
${links.map(([id, text]) => html`<li><a href="#${id}">${text}</a></li>\n`)}
</ul>
</nav>`
}

function endpointSection(endpoint: Endpoint): Html {
  const { operationId, method, path, summary, description, parameters, responses } = endpoint
  const samples = requestSamples[operationId]?.(marks.baseUrl, keyMark) ?? {}
  const errors = responses.map(({ status }) => status).filter(isError)
  return html`<section id="${operationId}" class="endpoint">
<div>
<h2>${method} ${path}</h2>
<p class="address">${summary}. <a class="button" href="${path.startsWith('/api/') ? `/playground#${path}` : '/explorer'}">Try it</a></p>
${markdown(description)}
${
  parameters.length === 0
    ? ''
    : html`<h3>Parameters</h3>
<dl class="fields">${parameters.map(parameterEntry)}</dl>`
}
<h3>Responses</h3>
${responses.filter(({ status }) => !isError(status)).map(responseEntry)}
<p class="hint">Errors: ${errors.map((status, index) => html`${index > 0 ? ', ' : ''}<a href="#errors">${status}</a>`)}.</p>
</div>
<div class="code-beside">
${codeTabs(operationId, 'Request', samples, withKey)}
${exampleBoxes(endpoint)}
</div>
</section>
`
}

const isError = (status: string) => Number(status) >= 400

/** Stands for the key in the code; the script replaces it. */
const keyMark = 'YOUR_API_KEY'

function withKey(code: string): string {
  return code.replaceAll(keyMark, `<span data-key>${keyMark}</span>`)
}

function exampleBoxes({ operationId: id, bodyExamples, responses }: Endpoint): Html[] {
  const { examples = [] } = responses.find(({ status }) => status === '200') ?? {}
  return [
    ...bodyExamples.map((example) => exampleBox(id, 'Body', example)),
    ...examples.map((example, index) => exampleBox(id, 'Response', example, index === 0)),
  ]
}

function exampleBox(
  operationId: string,
  title: string,
  { summary, value }: Example,
  isOpen = false,
): Html {
  const text =
    typeof value === 'string'
      ? raw(highlight(value))
      : colorJson(
          JSON.stringify(value, null, 2),
          (kind, text) => html`<span class="code-${kind}">${text}</span>`,
        )
  return html`<details class="example" ${isOpen ? 'open' : ''}>
<summary>${title}: ${summary}</summary>
<pre class="code" tabindex="0" role="region" aria-label="${title}: ${summary}, ${operationId}"><code>${text}</code></pre>
</details>
`
}

const optional = html` <span class="quiet">optional</span>`

function parameterEntry({ name, description, schema, required }: Parameter): Html {
  return html`<div>
<dt><code>${name}</code> ${typeText(schema)}${required ? '' : optional}</dt>
<dd>${markdown(description)}${limits(schema)}</dd>
</div>
`
}

function responseEntry({ status, description, headers, mediaType }: EndpointResponse): Html {
  return html`<details class="response">
<summary><strong>${status}</strong> ${description}</summary>
${mediaType === null ? '' : html`<p>Content-Type: <code>${mediaType}</code></p>`}
<dl class="fields">${headers.map(
    ([name, header]) =>
      html`<div><dt><code>${name}</code></dt><dd>${markdown(header.description)}</dd></div>\n`,
  )}</dl>
</details>
`
}

function statusSection(): Html {
  const rows = Object.entries(definition['x-connection-statuses'])
  return html`<section id="statuses">
<h2>Statuses of a connection</h2>
<dl class="fields">${rows.map(
    ([status, { meaning, action }]) =>
      html`<div><dt><code>${status}</code></dt><dd><p>${meaning}</p>${action === 'None' ? '' : html`<p>${action}</p>`}</dd></div>\n`,
  )}</dl>
</section>
`
}

interface ErrorEntry {
  status: string
  code: string
  detail: string
}

function errorSection(rules: string): Html {
  const entries = Object.values(definition.components.examples).flatMap(({ summary, value }) => {
    const [error] = (value as { errors?: ErrorEntry[] }).errors ?? []
    return error?.code === undefined ? [] : [{ ...error, summary }]
  })
  return html`<section id="errors">
<h2>Errors</h2>
${markdown(rules)}
<div class="table stacked" tabindex="0" role="region" aria-label="Errors"><table>
<thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">When, and its text</th></tr></thead>
<tbody>${entries.map(
    ({ status, code, summary, detail }) =>
      html`<tr><td>${status}</td><th scope="row"><code>${code}</code></th><td>${summary}<br><span class="quiet">${detail}</span></td></tr>\n`,
  )}</tbody>
</table></div>
</section>
`
}

function objectSection(): Html {
  const objects = Object.entries(definition.components.schemas)
  return html`<section id="objects">
<h2>Objects</h2>
${objects.map(
  ([name, schema]) => html`<section id="object-${name}">
<h3>${name}</h3>
${markdown(schema.description ?? '')}${limits(schema)}
${schema.properties ? fieldList(schema) : ''}
</section>
`,
)}
</section>
`
}

function fieldList({ properties = {}, required = [] }: Schema): Html {
  return html`<dl class="fields">${Object.entries(properties).map(
    ([name, schema]) => html`<div>
<dt><code>${name}</code> ${typeText(schema)}${required.includes(name) ? '' : optional}</dt>
<dd>${markdown(schema.description ?? '')}${limits(schema)}${schema.properties ? fieldList(schema) : ''}</dd>
</div>
`,
  )}</dl>`
}

function typeText(schema: Schema): Html {
  const types = typesOf(schema)
  return html`<span class="quiet">${types.map((type, index) => html`${index > 0 ? ' or ' : ''}${type}`)}</span>`
}

function typesOf(schema: Schema): (Html | string)[] {
  const name = referenceOf(schema)
  if (name !== undefined) return [html`<a href="#object-${name}">${name}</a>`]
  if (schema.items) return [html`array of ${typesOf(schema.items)}`]
  const types = [schema.type ?? (schema.anyOf ?? []).flatMap(typesOf)].flat()
  return [...new Set(types)]
}

/** The values that a schema allows, and its default. */
function limits(schema: Schema): Html | '' {
  const values = valuesOf(schema)
  const { minimum, maximum, maxLength, default: usual } = schema
  const parts = [
    ...(values.length > 0 ? [html`One of ${codes(values)}.`] : []),
    ...(minimum !== undefined && maximum !== undefined
      ? [html`From ${minimum} to ${maximum}.`]
      : []),
    ...(maxLength === undefined
      ? []
      : [html`At most ${maxLength.toLocaleString('en')} characters.`]),
    ...(usual === undefined ? [] : [html`Default: ${codes([usual])}.`]),
  ]
  return (
    (parts.length > 0 && html`<p class="quiet">${parts.map((part) => html`${part} `)}</p>`) || ''
  )
}

const codes = (values: string[]) =>
  html`${values.map((value, index) => html`${index > 0 ? ', ' : ''}<code>${value}</code>`)}`

/** The texts of the definition are ours. */
function markdown(text: string): Html {
  return html`${raw(marked.parse(text, { async: false }))}`
}
