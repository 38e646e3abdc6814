export * from './media-url.ts'
export * from './scenarios.ts'
export type * from './store.ts'
