import type { RequestSpec } from '../http/request-spec.ts'
import { graphql } from '../http/request-spec.ts'

/** Every field of `me` that the specification names. */
export const meFields = `username
  posts { id type caption mediaUrl thumbnailUrl publishedAt }
  pagination { nextCursor prevCursor hasMore perPage }`

/** A query for all of them, with arguments as they are written in one. */
export function everything(args = ''): string {
  return `{ me${args && `(${args})`} { ${meFields} } }`
}

export function read(args?: string): RequestSpec {
  return graphql(everything(args))
}
