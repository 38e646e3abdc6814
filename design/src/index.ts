export { type IconName, icon } from './icon.ts'
export { favicon, logo, logoShapes } from './logo.ts'
export { promise } from './promise.ts'
export { colors, declarations } from './tokens.ts'
