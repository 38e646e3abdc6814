export { UserError } from '@photofeed/core'
export type { FaultName, ScenarioName } from '@photofeed/core/scenarios'
export type { PostControls, PostMoment } from './accounts/posts.ts'
export { type ListedScenario, mockEpoch, scenarios } from './accounts/scenarios.ts'
export type { TransitionMoment } from './accounts/schedule.ts'
export type { TransitionName } from './accounts/transitions.ts'
export { account, type CompleteAccount, post } from './builders/account.ts'
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
export type { Fault, FaultConditions, FaultSetting } from './faults/fault-settings.ts'
export type { RequestConditions, RequestFilter, RequestList } from './log/request-list.ts'
export type { LogEntry, Message, RequestDetails } from './log/request-log.ts'
export type { MockOptions } from './mock-options.ts'
export type { CustomFiles } from './responses/media.ts'
export { createMswMock, type MswMock } from './transport/msw.ts'
export type { WarningMode } from './warnings/request-checker.ts'
