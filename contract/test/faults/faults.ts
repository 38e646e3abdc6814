import { createRandom, type Random } from '../../../core/src/scenarios/random.ts'
import { altered, type Mutant, pathOf } from '../mutants/mutant.ts'

/** A conforming server with one fault, the same for the same seed. */
export interface Fault {
  name: string
  isTarget(request: Pick<Request, 'url' | 'method'>): boolean
  handle: Mutant['handle']
}

/** What a server might send in the place of any value, as JSON. */
const values: readonly string[] = [
  ...['null', 'true', '0', '-1', '1.5', '1e300', '""', '"constructor"', '"__proto__"'],
  ...['"275761-01-01T00:00:00+00:00"', '"2026-13-45"', '"\\u0000\\ud800"', '"http://["', '[]'],
  ...['"javascript:0"', '{}', '[null]', '[[]]', '[{}]', '{"toString":1}', '{"320":7}'],
  ...['{"constructor":null,"length":1e9}', '{"toString":null,"toJSON":5}', '{"errors":[null]}'],
  JSON.stringify('x'.repeat(100_000)),
]

const bodies: readonly string[] = [
  ...['', ' ', 'null', '5', '"x"', '[]', '{}', '[null]', 'true', '{"errors":[null]}'],
  ...['{"posts":null}', '{"errors":[]}', '{"errors":[{"code":"constructor"}]}', '{"data":null}'],
  ...['{"data":{"me":null}}', '<html><body>Not here</body></html>', '<rss/>'],
  ...['<rss version="2.0"><channel/></rss>', '<rss><channel><item/></channel></rss>'],
  '<!DOCTYPE x [<!ENTITY a "aaaa">]><rss>&a;</rss>',
  '{"__proto__":{"posts":[]},"posts":[null],"pagination":{}}',
  '{"posts":[{"toString":1}],"pagination":{"toString":1}}',
  `${'['.repeat(5000)}${']'.repeat(5000)}`,
  `${'<a>'.repeat(500)}${'</a>'.repeat(500)}`,
  `<rss version="2.0"><channel>${'<item>'.repeat(300)}${'</item>'.repeat(300)}</channel></rss>`,
  ' '.repeat(300_000),
]

const statuses = [200, 204, 206, 302, 304, 400, 401, 404, 405, 422, 429, 500, 503]

/** The path or the single request that the fault is about, and what it changes there. */
export function faultOf(seed: number, requests: readonly Request[]): Fault {
  const random = createRandom(seed)
  const target = random.pick(requests)
  const isEverywhere = random.next() < 0.5
  const kind = random.pick([
    ...Array<'value'>(6).fill('value'),
    ...(['key', 'text', 'text', 'body', 'body', 'header', 'header', 'status'] as const),
  ])
  const choice = random.integer(0, 2 ** 31)
  const where = isEverywhere
    ? `every response of ${pathOf(target)}`
    : `${target.method} ${target.url}`
  const isTarget: Fault['isTarget'] = (request) =>
    isEverywhere
      ? pathOf(request) === pathOf(target)
      : request.url === target.url && request.method === target.method
  return {
    name: `${seed}: ${kind} of ${where.replace(/api_key=\w+/, 'api_key=…')}`,
    isTarget,
    async handle(request, respond) {
      const response = await respond(request)
      return isTarget(request) ? spoilt(response, kind, createRandom(choice)) : response
    },
  }
}

type Kind = 'value' | 'key' | 'text' | 'body' | 'header' | 'status'

async function spoilt(response: Response, kind: Kind, random: Random): Promise<Response> {
  if (kind === 'header') return altered(response, { headers: (all) => spoilHeader(all, random) })
  if (kind === 'status') return withStatus(response, random.pick(statuses))
  if (kind === 'body') return altered(response, { body: random.pick(bodies) })
  const text = await response.text()
  const isJson = /json/.test(response.headers.get('content-type') ?? '')
  if (!isJson || kind === 'text') return altered(response, { body: spoiltText(text, random) })
  const json = JSON.parse(text, undefined)
  const change = kind === 'key' ? renamed : replaced
  return altered(response, { body: JSON.stringify(change(json, random)) })
}

function withStatus(response: Response, status: number): Response {
  const { headers } = response
  // The constructor allows no body for these.
  if (status === 204 || status === 304) return new Response(null, { status, headers })
  return altered(response, { status })
}

function spoilHeader(headers: Headers, random: Random): void {
  const others = ['age', 'x-cache', 'location', 'retry-after', 'content-encoding']
  const name = random.pick([...headers.keys(), ...others])
  const long = 'a'.repeat(5000)
  const value = random.pick(['', 'x', '0', 'constructor', 'null', long, '\u00ff', ', ,;=', null])
  if (value === null) headers.delete(name)
  else headers.set(name, value)
}

/** Something removed from a text, put into it or repeated. */
function spoiltText(text: string, random: Random): string {
  const at = random.integer(0, text.length)
  const to = Math.min(text.length, at + random.integer(1, 200))
  const inserted = random.pick([
    ...['<item>', '</item>', '<a toString="1" __proto__="2"/>', '<![CDATA[', ']]>', '&#x0;'],
    ...['<!--', '"', '{', '}', '[', ',null', '\\u0000', '\ufeff', '<item/>', '<link><b/></link>'],
    ...[`${'<x>'.repeat(300)}${'</x>'.repeat(300)}`, ' '.repeat(100_000)],
  ])
  return random.pick([
    () => text.slice(0, at),
    () => text.slice(0, at) + text.slice(to),
    () => text.slice(0, at) + inserted + text.slice(at),
    () => text.slice(0, to) + text.slice(at),
    () => withoutElement(text, random),
  ])()
}

/** An XML text with the elements of one name removed, emptied or doubled. */
function withoutElement(text: string, random: Random): string {
  const names = [...new Set([...text.matchAll(/<(\w+)[^>]*>/g)].map(([, name = '']) => name))]
  if (names.length === 0) return ''
  const name = random.pick(names)
  const element = new RegExp(`<${name}[^>]*>[\\s\\S]*?</${name}>`, 'g')
  const within = random.pick(['', '<b>1</b>', '7'])
  return text.replace(element, random.pick(['', '$&$&', `<${name}>${within}</${name}>`]))
}

interface Place {
  holder: Record<string, unknown>
  name: string
}

function placeIn(json: unknown, random: Random): Place | null {
  if (typeof json !== 'object' || json === null) return null
  let holder = json as Record<string, unknown>
  while (true) {
    const names = Object.keys(holder)
    if (names.length === 0) return null
    const name = random.pick(names)
    const value = holder[name]
    const isFull = typeof value === 'object' && value !== null && Object.keys(value).length > 0
    if (!isFull || random.next() < 0.25) return { holder, name }
    holder = value as Record<string, unknown>
  }
}

function replaced(json: unknown, random: Random): unknown {
  const place = placeIn(json, random)
  if (!place) return JSON.parse(random.pick(values))
  if (random.next() < 0.2) delete place.holder[place.name]
  else place.holder[place.name] = JSON.parse(random.pick(values))
  return json
}

/** The value under a name that objects have of themselves. */
function renamed(json: unknown, random: Random): unknown {
  const place = placeIn(json, random)
  if (!place) return json
  const { holder, name } = place
  const other = random.pick([
    '__proto__',
    'constructor',
    'toString',
    'length',
    'hasOwnProperty',
    '',
  ])
  // A list has a length that only fits it.
  if (Array.isArray(holder) && other === 'length') return json
  const value = holder[name]
  delete holder[name]
  Object.defineProperty(holder, other, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  })
  return json
}
