export type { Connection } from './connection.ts'
export {
  ApiError,
  type ApiErrorAnswer,
  type ApiProblem,
  type ErrorCode,
} from './errors/api-error.ts'
export { InternalServerError } from './errors/internal-server-error.ts'
export { InvalidApiKeyError } from './errors/invalid-api-key-error.ts'
export { MethodNotAllowedError } from './errors/method-not-allowed-error.ts'
export { MissingApiKeyError } from './errors/missing-api-key-error.ts'
export { NetworkError } from './errors/network-error.ts'
export { NotFoundError } from './errors/not-found-error.ts'
export { isPhotofeedError, PhotofeedError } from './errors/photofeed-error.ts'
export { TimeoutError } from './errors/timeout-error.ts'
export { UnreadableBodyError } from './errors/unreadable-body-error.ts'
export { ValidationError } from './errors/validation-error.ts'
export { createFeed, type Feed } from './feed.ts'
export type { FeedAccount } from './feed-account.ts'
export type { FeedOptions, FetchFunction } from './feed-options.ts'
export type { FeedPage } from './feed-page.ts'
export type { FeedPosts } from './feed-posts.ts'
export type { MeOptions } from './me-options.ts'
export type { ParameterName } from './parameters.ts'
export type { RequestEvent, RequestHooks, ResponseEvent } from './request-hooks.ts'
export type { FetchOptions, RequestOptions } from './request-options.ts'
export type * from './resources.ts'
export type { ResponseInfo } from './response-info.ts'
export type { Result } from './result.ts'
