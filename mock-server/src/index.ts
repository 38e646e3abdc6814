export { UserError } from '@photofeed/core'
export type { FaultName, ScenarioName } from '@photofeed/core/scenarios'
export type { ListedScenario } from './accounts/account.ts'
export type { PostControls } from './accounts/posts.ts'
export { mockEpoch, scenarios } from './accounts/scenarios.ts'
export type { TransitionName } from './accounts/transitions.ts'
export { account, type CompleteAccount, post } from './builders/account.ts'
export type {
  AccountInput,
  AlbumInput,
  CustomAlbum,
  CustomImage,
  CustomPost,
  CustomVideo,
  ImageInput,
  PostChanges,
  VideoInput,
} from './builders/inputs.ts'
export { createMock, type Mock } from './create-mock.ts'
export type { Fault, FaultSetting } from './faults/fault-settings.ts'
export type { LogEntry, RequestFilter, RequestList } from './log/request-log.ts'
export type { MockControls } from './mock-controls.ts'
export type { MockOptions } from './mock-options.ts'
