import type { Schemas } from '@photofeed/openapi'
import { isWebUrl } from './web-url.ts'

type Post = Schemas['Post']
type Problem = Schemas['Error']

/** The parts of a body that the page shows in other ways too; empty for a body without them. */
export interface AnswerBody {
  posts: Post[]
  problems: Problem[]
  pagination: Schemas['Pagination'] | null
}

/** Reads a body; one of another form, such as a proxy's page, has none of these parts. */
export function readBody(text: string): AnswerBody {
  const body = parsed(text)
  return {
    posts: listIn(body, 'posts').filter(isPost),
    problems: listIn(body, 'errors').filter(isProblem),
    pagination: isObject(body.pagination)
      ? (body.pagination as unknown as Schemas['Pagination'])
      : null,
  }
}

function parsed(text: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text)
    return isObject(body) ? body : {}
  } catch {
    return {}
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

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
