import { declarations } from '@photofeed/design'
import ground from '@photofeed/design/base.css'
import choices from '@photofeed/design/choices.css'
import controls from '@photofeed/design/controls.css'
import notices from '@photofeed/design/notices.css'
import base from './base.css'

const tokens = `.panel, aside { ${declarations} }`

/** Creates style sheets. Later ones override earlier ones. Lengths are in pixels, since a page may set its rem to any size. */
export function createStyleSheets(...texts: string[]): CSSStyleSheet[] {
  return [tokens, ground, controls, choices, notices, base, ...texts].map((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text.replace(/([\d.]+)rem\b/g, (_, length) => `${Number(length) * 16}px`))
    return sheet
  })
}
