export { UserError } from '@photofeed/core'
export type { FaultName, ScenarioName } from '@photofeed/core/scenarios'
export type { PostControls, PostMoment } from './account-posts.ts'
export { account, type CustomAccount, post } from './builders/account.ts'
export type {
  AccountInput,
  AlbumInput,
  CommentInput,
  CustomAlbum,
  CustomImage,
  CustomItem,
  CustomPost,
  CustomVideo,
  ImageInput,
  MediaInput,
  PostChanges,
  StoredFileInput,
  VideoInput,
} from './builders/inputs.ts'
export type { ControlState } from './control/state.ts'
export type { Duration } from './durations.ts'
export type { Fault, FaultConditions, FaultRequest, FaultSetting } from './fault-settings.ts'
export type { CustomFiles } from './media.ts'
export type { MockOptions } from './mock-options.ts'
export { createMockFeed, type MockFeed } from './msw.ts'
export type { WarningMode } from './request-checker.ts'
export type { Message, RequestDetails } from './request-details.ts'
export type { RequestConditions, RequestFilter, RequestList } from './request-list.ts'
export type { RecordedRequest } from './request-log.ts'
export { type ListedScenario, mockEpoch, scenarios } from './scenarios.ts'
export type { TransitionMoment } from './schedule.ts'
export type { TransitionName } from './transitions.ts'
