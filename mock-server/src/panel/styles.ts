import { pixelDeclarations } from '@photofeed/design'
import code from '@photofeed/design/code.css'
import base from './base.css'
import lists from './lists.css'
import panel from './panel.css'

const tokens = `.panel, aside {
  ${pixelDeclarations}
}`

/** The styles of the panel without its place. A page with a frame needs none of them. */
export const panelStyles = [code, panel, lists]

/** Creates style sheets. Later ones override earlier ones. */
export function createStyleSheets(...texts: string[]): CSSStyleSheet[] {
  return [tokens, base, ...texts].map((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    return sheet
  })
}
