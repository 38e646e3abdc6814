import { pixelDeclarations } from '@photofeed/design'
import base from './base.css'
import forcedColors from './forced-colors.css'
import launcher from './launcher.css'
import lists from './lists.css'
import overview from './overview.css'
import page from './page.css'
import panel from './panel.css'
import requests from './requests.css'
import scenarios from './scenarios.css'

const tokens = `main, aside {
  ${pixelDeclarations}
}`

/** Creates the style sheets of the panel. Later ones override earlier ones. */
export function createStyleSheets(): CSSStyleSheet[] {
  const texts = [
    tokens,
    base,
    launcher,
    panel,
    overview,
    lists,
    scenarios,
    requests,
    page,
    forcedColors,
  ]
  return texts.map((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    return sheet
  })
}
