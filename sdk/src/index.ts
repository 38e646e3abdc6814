export type { Connection } from './connection.ts'
export {
  ApiError,
  type ApiErrorOptions,
  type ApiProblem,
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
  ValidationError,
} from './errors.ts'
export { createFeed, type Feed } from './feed.ts'
export type * from './generated/resources.ts'
export type {
  AbortSignalLike,
  FeedOptions,
  FetchFunction,
  FetchInit,
  FetchOptions,
  FetchResponse,
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
