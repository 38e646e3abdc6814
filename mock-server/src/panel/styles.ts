import { pixelDeclarations } from '@photofeed/design'
import base from './base.css'

const tokens = `.panel, .preview, aside {
  ${pixelDeclarations}
}`

/** Creates style sheets. Later ones override earlier ones. */
export function createStyleSheets(...texts: string[]): CSSStyleSheet[] {
  return [tokens, base, ...texts].map((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    return sheet
  })
}
