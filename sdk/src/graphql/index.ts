export type { Walk } from '../feed-posts.ts'
export { GraphqlError, type GraphqlProblem, type GraphqlValidation } from './graphql-error.ts'
export {
  createGraphqlFeed,
  type GraphqlFeed,
  type GraphqlPosts,
} from './graphql-feed.ts'
export type { GraphqlMeOptions } from './graphql-me-options.ts'
export type { GraphqlPage } from './graphql-page.ts'
export type { GraphqlAccount, GraphqlPost, GraphqlPostDetails } from './graphql-resources.ts'
export type { GraphqlPostResult, GraphqlResult } from './graphql-result.ts'
export type { TypedDocument } from './typed-document.ts'
