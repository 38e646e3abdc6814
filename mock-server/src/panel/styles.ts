import { pixelDeclarations } from '@photofeed/design'
import lists from './lists.css'
import panel from './panel.css'

/** The styles of the content of the panel. */
export const panelStyles: readonly string[] = [panel, lists]

const tokens = `.panel, aside {
  ${pixelDeclarations}
}`

/** Creates style sheets with the tokens. Later ones override earlier ones. */
export function createStyleSheets(texts: readonly string[]): CSSStyleSheet[] {
  return [tokens, ...texts].map((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    return sheet
  })
}
