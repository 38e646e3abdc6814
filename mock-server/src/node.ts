export { loadData } from './data/index.ts'
export {
  type MockServer,
  type MockServerOptions,
  startMockServer,
} from './standalone/mock-server.ts'
