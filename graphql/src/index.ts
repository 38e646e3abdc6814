export type * from './generated/resolvers.ts'
export { sdl } from './generated/sdl.ts'
