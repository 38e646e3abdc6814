import type { PostFieldsFragment, PostQuery } from '@photofeed/graphql/operations'
import type { ConnectionStatus } from '../resources.ts'

/** What GraphQL's usual read tells of the account. */
export interface GraphqlAccount {
  /** Without a leading @. */
  readonly username: string
  readonly status: ConnectionStatus
  /** When posts were last fetched from the platform, ISO 8601; null if never. */
  readonly lastFetchAt: string | null
}

/** A post in the names of the schema: `type` and `publishedAt`, and `sizes` as a list, narrowest first. */
export interface GraphqlPost extends PostFieldsFragment {}

/** A post with its carousel items and comments. */
export interface GraphqlPostDetails extends NonNullable<PostQuery['post']> {}
