import { declarations } from '@photofeed/design'
import ground from '@photofeed/design/base.css'
import choices from '@photofeed/design/choices.css'
import controls from '@photofeed/design/controls.css'
import notices from '@photofeed/design/notices.css'
import base from './base.css'
import lists from './lists.css'
import panel from './panel.css'

const tokens = `.panel, aside { ${declarations} }`

/** Creates the style sheets of the panel, with those of its place. Lengths are in pixels, since a page may set its rem to any size. */
export function createStyleSheets(place: string): CSSStyleSheet[] {
  return [tokens, ground, controls, choices, notices, base, panel, lists, place].map((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text.replace(/([\d.]+)rem\b/g, (_, length) => `${Number(length) * 16}px`))
    return sheet
  })
}
