import { colors } from './tokens.ts'

/** Three pictures of a feed, and the lens that took them. */
function mark(square: string, dot: string): string {
  return `<rect x="1" y="1" width="9" height="9" rx="2.5" fill="${square}"/><circle cx="18.5" cy="5.5" r="4.5" fill="${dot}"/><rect x="1" y="14" width="9" height="9" rx="2.5" fill="${square}"/><rect x="14" y="14" width="9" height="9" rx="2.5" fill="${square}" fill-opacity=".45"/>`
}

/** The logo in the colors of the page around it. */
export const logo = `<svg class="logo" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">${mark('var(--accent)', 'var(--spot)')}</svg>`

/** The logo as a file, which follows the browser into light and dark. */
export const logoFile = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><style>:root{color:${colors.accent[0]};--dot:${colors.spot[0]}}@media(prefers-color-scheme:dark){:root{color:${colors.accent[1]};--dot:${colors.spot[1]}}}</style>${mark('currentColor', 'var(--dot)')}</svg>`

/** For `<link rel="icon">`. */
export const favicon = `data:image/svg+xml,${encodeURIComponent(logoFile)}`
