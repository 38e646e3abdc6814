import type { Schemas } from '@photofeed/openapi'
import { isObject, parseJson } from '../../../sdk/src/errors/json.ts'

type Post = Schemas['Post']
type Problem = Schemas['Error']

/** The parts of a body that the page also shows in other ways. */
export interface BodyParts {
  posts: Post[]
  problems: Problem[]
  pagination: Schemas['Pagination'] | null
}

/** Reads the parts of a body. A body of another form, such as a proxy's page, has none. */
export function readBody(text: string): BodyParts {
  const parsed = parseJson(text)
  const body = isObject(parsed) ? parsed : {}
  return {
    posts: listIn(body, 'posts').filter(isPost),
    problems: listIn(body, 'errors').filter(isProblem),
    pagination: isObject(body.pagination)
      ? (body.pagination as unknown as Schemas['Pagination'])
      : null,
  }
}

function listIn(body: Record<string, unknown>, name: string): Record<string, unknown>[] {
  const list = body[name]
  return Array.isArray(list) ? list.filter(isObject) : []
}

function isPost(value: object): value is Post {
  return 'permalink' in value && isWebUrl(value.permalink) && 'mediaUrl' in value
}

function isProblem(value: object): value is Problem {
  return 'code' in value && 'detail' in value
}

/** Whether a link or a picture may have this URL: `javascript:` and other schemes may not. */
export function isWebUrl(value: unknown): value is string {
  return typeof value === 'string' && /^https?:\/\/\S+$/i.test(value)
}

/** Masks all keys in a text: screens are shared, and the RSS document contains its own URL. */
export function masked(text: string, keys: readonly string[]): string {
  return keys.reduce((rest, key) => rest.replaceAll(key, '•'.repeat(8)), text)
}

/** Formats a body by its media type. Returns the text itself if it is malformed. */
export function prettyBody(text: string, mediaType: string): string {
  const format = formats.find(({ pattern }) => pattern.test(mediaType))
  return format ? format.indent(text) : text
}

const formats = [
  { pattern: /[/+]json\b/, indent: indentedJson },
  { pattern: /[/+]xml\b/, indent: indentedXml },
]

function indentedJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

const tokens = /<!--.*?-->|<!\[CDATA\[.*?\]\]>|<[^>]*>|[^<]+/gs

/** Formats XML: one element per line, indented; an element with text stays on one line. */
export function indentedXml(xml: string): string {
  let depth = 0
  let hasText = false
  let result = ''
  for (const [token] of xml.matchAll(tokens)) {
    const tag = /^<[^!]/.test(token)
    if (!tag) {
      if (token.trim() === '') continue
      result += token
      hasText = true
      continue
    }
    const closes = token.startsWith('</')
    if (closes) depth--
    // `<title></title>` stays together too.
    const joins = closes && (hasText || /<[^/!?][^>]*[^/]>$|<\w>$/.test(result))
    if (!joins && result !== '') result += `\n${'  '.repeat(Math.max(depth, 0))}`
    result += token
    hasText = false
    if (!closes && !/^<\?|\/>$/.test(token)) depth++
  }
  return `${result}\n`
}
