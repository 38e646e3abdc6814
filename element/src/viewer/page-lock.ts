import { constructSheet, windowOf } from '../view/platform.ts'

/** Prevents that the page behind scrolls. Returns a function that undoes it. */
export function lockPage(document: Document): () => void {
  const { documentElement } = document
  const hasScrollbar = windowOf(documentElement).innerWidth > documentElement.clientWidth
  // The space of the scroll bar remains, so that nothing moves.
  const gutter = hasScrollbar ? ';scrollbar-gutter:stable!important' : ''
  const sheet = constructSheet(document, `@media screen{:root{overflow:hidden!important${gutter}}}`)
  if (!sheet) return () => {}
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet)
  }
}
