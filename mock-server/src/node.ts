export { type LoadedData, loadData } from './data/index.ts'
export type { MockControls } from './mock-controls.ts'
export {
  type MockServer,
  type MockServerOptions,
  startMockServer,
} from './standalone/mock-server.ts'
