export { type IconName, icon } from './icon.ts'
export { favicon, logo, logoShapes } from './logo.ts'
export { colors, declarations } from './tokens.ts'
export { promise } from './words.ts'
