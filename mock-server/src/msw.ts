export { UserError } from '@photofeed/core'
export { mswHandlers } from './transport/handlers.ts'
