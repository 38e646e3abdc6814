export type { FeedOptions, FetchFunction, RequestOptions } from '../client/options.ts'
export {
  ApiError,
  type ApiProblem,
  InternalServerError,
  InvalidApiKeyError,
  MethodNotAllowedError,
  MissingApiKeyError,
  NotFoundError,
  ValidationError,
} from '../errors/api-error.ts'
export type { Connection } from '../errors/connection.ts'
export {
  type FeedError,
  FeedTimeoutError,
  GatewayError,
  isPhotofeedError,
  NetworkError,
  safe,
  UnreadableBodyError,
} from '../errors/errors.ts'
export {
  type FeedErrorCode,
  type FeedErrorDetail,
  PhotofeedError,
} from '../errors/photofeed-error.ts'
export { createFeed, type Feed } from '../feed/feed.ts'
export { type MergedFeed, mergeFeeds } from '../feed/merge.ts'
export type { MergedPage, MergedPost } from '../feed/merge-pages.ts'
export type { FeedAccount, FeedPage, FeedPosts, PostIterator } from '../feed/posts.ts'
export type { FeedPost, MeOptions, MeRequest, PostSelection } from '../feed/selection.ts'
export type { SinglePost } from '../feed/single-post.ts'
export type {
  Account,
  Child,
  ConnectionStatus,
  ErrorCode,
  MediaType,
  Pagination,
  Post,
  PostComment,
} from '../generated/resources.ts'
