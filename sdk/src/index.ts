export {
  ApiError,
  type ApiErrorDetail,
  type ApiErrorName,
  type ApiErrorOptions,
  type ApiProblem,
  InternalServerError,
  InvalidApiKeyError,
  MethodNotAllowedError,
  MissingApiKeyError,
  NotFoundError,
  ValidationError,
} from './api-error.ts'
export type { Connection } from './connection.ts'
export {
  type FeedError,
  FeedTimeoutError,
  isPhotofeedError,
  NetworkError,
  type Result,
  safe,
  UnreadableBodyError,
} from './errors.ts'
export { createFeed, type Feed } from './feed.ts'
export type * from './generated/resources.ts'
export type {
  AbortSignalLike,
  AttemptEndEvent,
  FeedOptions,
  FetchFunction,
  FetchInit,
  FetchOptions,
  FetchResponse,
  HeadersLike,
  Logger,
  LogLevel,
  RequestEvent,
  RequestOptions,
  ResponseEvent,
  ResponseInfo,
} from './options.ts'

export type {
  FeedPost,
  Include,
  MeOptions,
  MeRequest,
  ParameterName,
  PostSelection,
} from './parameters.ts'
export { type FeedErrorCode, type FeedErrorDetail, PhotofeedError } from './photofeed-error.ts'
export {
  type FeedAccount,
  type FeedPage,
  type FeedPosts,
  type PostIterator,
  publishedAt,
} from './posts.ts'
export type { RestClient } from './rest.ts'
export type { SinglePost } from './single-post.ts'
