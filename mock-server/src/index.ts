export { UserError } from '@photofeed/core'
export type { FaultName, ScenarioName } from '@photofeed/core/scenarios'
export { account, type OwnAccount, post } from './builders/account.ts'
export type {
  AccountInput,
  AlbumInput,
  CommentInput,
  ImageInput,
  MediaInput,
  OwnAlbum,
  OwnImage,
  OwnItem,
  OwnPost,
  OwnVideo,
  VideoInput,
} from './builders/schemas.ts'
export type { ControlState } from './control-state.ts'
export type { Fault } from './faults.ts'
export type { OwnFiles } from './media.ts'
export type { MockOptions } from './mock.ts'
export { createMockFeed, type MockFeed } from './msw.ts'
export type { RecordedRequest } from './request-log.ts'
export { type ListedScenario, scenarios } from './scenarios.ts'
export type { TransitionMoment, TransitionName } from './transitions.ts'
export type { WarningMode } from './warnings.ts'
