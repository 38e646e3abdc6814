export { type IconName, icon } from './icon.ts'
export { favicon, logo, logoShapes } from './logo.ts'
export { colors, declarations } from './tokens.ts'

/** The sentence that opens every surface: README, documentation, demo, mock and server. */
export const promise = 'Your Instagram posts on your website'
