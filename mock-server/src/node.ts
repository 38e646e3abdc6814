export { UserError } from '@photofeed/core'
export { type LoadedData, loadData } from './cli/load-data.ts'
export type { MockControls } from './mock-controls.ts'
export { type MockServer, type MockServerOptions, startMockServer } from './transport/port.ts'
