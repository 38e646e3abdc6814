export { type IconName, icon } from './icon.ts'
export { favicon, logo, logoFile, logoShapes } from './logo.ts'
export { type ColorName, colorDeclarations, colors, measures, tokensCss } from './tokens.ts'
