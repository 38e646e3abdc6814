export { handle, isFeedPath, requestIdHeader } from './handle.ts'
export * from './media-url.ts'
export { type AccountFeed, createMemoryStore } from './memory-store.ts'
export { decodeCursor } from './page.ts'
export {
  coverOf,
  type FieldLimit,
  limitsOfFields,
  pictureOf,
  type SchemaLimits,
  shorten,
} from './posts.ts'
export { invalidParameters, problem } from './problems.ts'
export { noFilter, type QueryString, readMeQuery, readQueryString } from './query.ts'
export type * from './request.ts'
export { ClientLeft, QueueFull, StoreOverloaded } from './request.ts'
export { createRenderCache, matchesEtag } from './respond.ts'
export type * from './store.ts'
export { platformTime } from './timestamp.ts'
export { UserError } from './user-error.ts'
