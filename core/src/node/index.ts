export { count } from '../count.ts'
export { UserError } from '../user-error.ts'
export { chooseEncoding, compressCached } from './compression.ts'
export { concurrentMap } from './concurrent-map.ts'
export { type DownloadRules, isPublicAddress, loopback, rejectionOf } from './download-rules.ts'
export { createFairQueue } from './fair-queue.ts'
export {
  createGuardedFetch,
  type DownloadFetch,
  type DownloadResponse,
  ForbiddenAddress,
  type GuardedFetchDeps,
  type Lookup,
} from './guarded-fetch.ts'
export {
  closeSignal,
  feedRequest,
  type HttpServerParts,
  handleFeedRequest,
  mediaPrefix,
  serve,
  splitTarget,
  type Target,
  writeFeedResponse,
} from './http-server.ts'
export { ignoreClosedOutput } from './ignore-closed-output.ts'
export { placeOfJsonError } from './json-place.ts'
export { listen, runService } from './listen.ts'
export { watchRate } from './lowest-rate.ts'
export { createPageCache } from './page-cache.ts'
export { timeouts } from './timeouts.ts'
