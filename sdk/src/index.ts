export type { Connection } from './connection.ts'
export {
  ApiError,
  type ApiErrorDetail,
  type ApiErrorName,
  type ApiErrorOptions,
  type ApiProblem,
  type FeedError,
  type FeedErrorCode,
  type FeedErrorDetail,
  FeedTimeoutError,
  InternalServerError,
  InvalidApiKeyError,
  isPhotofeedError,
  MethodNotAllowedError,
  MissingApiKeyError,
  NetworkError,
  NotFoundError,
  PhotofeedError,
  type PhotofeedErrorOptions,
  type Result,
  safe,
  UnreadableBodyError,
  type UnreadableBodyErrorOptions,
  ValidationError,
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
export type { FeedAccount, FeedPage, FeedPosts, PostIterator } from './posts.ts'
export type { SinglePost } from './single-post.ts'
