export { UserError } from '@photofeed/core'
export type { FaultName, ScenarioName } from '@photofeed/core/scenarios'
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
  StoredFileInput,
  VideoInput,
} from './builders/inputs.ts'
export type { ControlState } from './control/state.ts'
export type { Fault } from './fault-settings.ts'
export type { CustomFiles } from './media.ts'
export type { MockOptions } from './mock.ts'
export { createMockFeed, type MockFeed } from './msw.ts'
export type { WarningMode } from './request-checker.ts'
export type { RecordedRequest } from './request-log.ts'
export { type ListedScenario, scenarios } from './scenarios.ts'
export type { TransitionMoment, TransitionName } from './transitions.ts'
