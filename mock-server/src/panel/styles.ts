import { pixelDeclarations } from '@photofeed/design'
import base from './base.css'
import lists from './lists.css'
import panel from './panel.css'

const tokens = `.panel, aside {
  ${pixelDeclarations}
}`

/** Creates the style sheets of the panel and of its place. Later ones override earlier ones. */
export function createStyleSheets(place: string): CSSStyleSheet[] {
  return [tokens, base, panel, lists, place].map((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    return sheet
  })
}
