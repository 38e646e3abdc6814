export { UserError } from '@photofeed/core'
export { connectMock, type MockConnection } from './transport/client.ts'
