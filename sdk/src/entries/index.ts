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
} from '../errors/api-error.ts'
export type { Connection } from '../feed/connection.ts'
export {
  type FeedError,
  FeedTimeoutError,
  isPhotofeedError,
  NetworkError,
  type Result,
  safe,
  UnreadableBodyError,
} from '../errors/errors.ts'
export { createFeed, type Feed } from '../feed/feed.ts'
export type * from '../generated/resources.ts'
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
} from '../client/options.ts'

export type {
  FeedPost,
  Include,
  MeOptions,
  MeRequest,
  ParameterName,
  PostSelection,
} from '../feed/selection.ts'
export { type FeedErrorCode, type FeedErrorDetail, PhotofeedError } from '../errors/photofeed-error.ts'
export {
  type FeedAccount,
  type FeedPage,
  type FeedPosts,
  type PostIterator,
  publishedAt,
} from '../feed/posts.ts'
export type { RestClient } from '../client/rest.ts'
export type { SinglePost } from '../feed/single-post.ts'
