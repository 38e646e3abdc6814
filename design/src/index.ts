export { type IconName, icon } from './icon.ts'
export { favicon, logo, logoFile } from './logo.ts'
export { type ColorName, colors, declarations, measures, tokensCss } from './tokens.ts'
