import { constructSheet, windowOf } from '../view/platform.ts'

/** Prevents that the page behind scrolls. Returns a function that undoes it. */
export function lockPage(document: Document): () => void {
  const { innerWidth } = windowOf(document.documentElement)
  const hasScrollbar = innerWidth > document.documentElement.clientWidth
  const sheet = constructSheet(document, lockStyles(hasScrollbar))
  if (!sheet) return () => {}
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet)
  }
}

/** The styles of the page behind. `hasScrollbar` keeps the space of the scroll bar, so that nothing moves. */
function lockStyles(hasScrollbar: boolean): string {
  const gutter = hasScrollbar ? ';scrollbar-gutter:stable!important' : ''
  return `@media screen{:root{overflow:hidden!important${gutter}}}`
}
