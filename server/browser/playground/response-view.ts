import { headers, type Schemas } from '@photofeed/openapi'
import { element, part } from '../element.ts'
import { summaryOf } from '../response-summary.ts'
import { controlOf } from './fields.ts'
import { jsonText } from './json-text.ts'
import { showPosts } from './post-grid.ts'
import { type BodyParts, prettyBody, readBody } from './response-body.ts'

/** A response with what the page shows of it. */
export interface ShownResponse {
  status: number
  summary: string
  headers: [name: string, value: string][]
  mediaType: string
  text: string
}

/**
 * Sends a request as any client would: without this site's cookies. The browser's cache is not used,
 * since the URL in it contains the key.
 */
export async function exchange(url: string, signal: AbortSignal): Promise<ShownResponse> {
  const start = performance.now()
  const response = await fetch(url, {
    cache: 'no-store',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal,
  })
  const text = await response.text()
  return {
    status: response.status,
    summary: summaryOf(response, text, start),
    headers: [...response.headers],
    mediaType: response.headers.get('content-type') ?? '',
    text,
  }
}

/** Creates the functions that show a response in all its parts. `shown` masks secrets in a text. */
export function createResponseView(shown: (text: string) => string) {
  const showBody = createBodyView()
  const status = part('span', 'status')
  const received = part('div', 'received')

  return {
    show(response: ShownResponse): BodyParts {
      const body = readBody(response.text)
      status.textContent = response.summary
      status.className = response.status < 400 ? 'good' : 'bad'
      showStale(response.headers)
      showProblems(body.problems)
      showPosts(body.posts)
      part('dl', 'headers').replaceChildren(
        ...orderedHeaders(response.headers).flatMap(([name, value]) => [
          element('dt', {}, name),
          element('dd', {}, shown(value)),
        ]),
      )
      showBody(shown(prettyBody(response.text, response.mediaType)))
      received.hidden = false
      return body
    },
    /** Shows a message instead of a status. */
    showMessage(text: string) {
      status.textContent = text
      status.className = ''
    },
  }
}

const serviceNames: string[] = [
  headers.AccountStatus.name,
  headers.LastFetchedAt.name,
  headers.FeedStale.name,
]

/** Returns the headers of a response, the service's first and as the contract spells them. */
export function orderedHeaders(
  all: readonly (readonly [name: string, value: string])[],
): [name: string, value: string][] {
  const values = new Map(all)
  const own = serviceNames.flatMap((name): [string, string][] => {
    const value = values.get(name.toLowerCase())
    return value === undefined ? [] : [[name, value]]
  })
  const ownNames = new Set(serviceNames.map((name) => name.toLowerCase()))
  const others = all.filter(([name]) => !ownNames.has(name))
  return [...own, ...others.map(([name, value]): [string, string] => [name, value])]
}

/** More makes the page slow. */
const cap = 60_000

/** Shows a body; a long one is cut at a line's end until the rest is requested. */
function createBodyView(): (body: string) => void {
  const code = part('code', 'body')
  const more = part('button', 'whole-body')
  let whole = ''
  const show = (text: string) =>
    code.replaceChildren(...(/^[{[]/.test(text) ? jsonText(text) : [text]))
  more.addEventListener('click', () => {
    show(whole)
    more.hidden = true
  })
  return (body) => {
    whole = body
    const isLong = body.length > cap
    show(isLong ? `${body.slice(0, body.lastIndexOf('\n', cap))}\n…` : body)
    more.hidden = !isLong
    more.textContent = `Show the whole body (${body.length.toLocaleString('en-GB')} characters)`
  }
}

/** Shows the sentence that a response has while its feed has stopped updating. */
function showStale(all: ShownResponse['headers']): void {
  const stale = part('p', 'stale')
  const name = headers.FeedStale.name.toLowerCase()
  stale.textContent = all.find(([known]) => known === name)?.[1] ?? ''
  stale.hidden = stale.textContent === ''
}

/** Shows the errors of a response, each with a button that focuses its field. */
function showProblems(problems: readonly Schemas['Error'][]): void {
  const list = part('ul', 'problems')
  list.replaceChildren(...problems.map(item))
  list.hidden = problems.length === 0
}

function item({ code, title, detail, source }: Schemas['Error']): HTMLLIElement {
  const entry = element('li', {}, element('code', {}, code), ` ${title}: ${detail}`)
  const control = source && controlOf(source.parameter)
  if (control) {
    const button = element(
      'button',
      { type: 'button', className: 'button' },
      `Go to ${source.parameter}`,
    )
    button.addEventListener('click', () => control.focus())
    entry.append(' ', button)
  }
  return entry
}
