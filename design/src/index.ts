export { type IconName, icon } from './icon.ts'
export { favicon, logo, logoShapes } from './logo.ts'
export { colorDeclarations, colors } from './tokens.ts'
