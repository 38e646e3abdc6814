// What jsdom, happy-dom and older browsers lack: the element works without it, with less comfort.

const constructed = new Map<string, CSSStyleSheet>()

/** Returns the sheet that all elements share; null where none can be constructed. */
export function constructSheet(styles: string): CSSStyleSheet | null {
  if (!('adoptedStyleSheets' in document)) return null
  const sheet = constructed.get(styles) ?? new CSSStyleSheet()
  if (!constructed.has(styles)) sheet.replaceSync(styles)
  constructed.set(styles, sheet)
  return sheet
}

/**
 * Replaces the style sheets of a root from an index on. Every content security policy allows a constructed one, but not a
 * style element.
 */
export function setStyles(root: ShadowRoot, index: number, styles: readonly string[]): void {
  const sheets = styles.flatMap((each) => constructSheet(each) ?? [])
  if (sheets.length > 0) return void root.adoptedStyleSheets.splice(index, styles.length, ...sheets)
  root.querySelector(`style[data-index="${index}"]`)?.remove()
  const element = document.createElement('style')
  element.dataset.index = String(index)
  element.textContent = styles.join('\n')
  root.prepend(element)
}

/** Returns an observer of sizes; null where there is none. */
export function createResizeObserver(callback: () => void): ResizeObserver | null {
  return typeof ResizeObserver === 'function' ? new ResizeObserver(callback) : null
}

/** Resolves when a picture is decoded, or immediately where that cannot be known. Rejects if it fails to load. */
export async function decode(image: HTMLImageElement): Promise<void> {
  await image.decode?.()
}

/** Calls a function once, when an element is less than a screen away from what the visitor sees. */
export function whenNear(element: Element, callback: () => void): { disconnect(): void } {
  if (typeof IntersectionObserver !== 'function') {
    callback()
    return { disconnect() {} }
  }
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      callback()
    },
    { rootMargin: '100%' },
  )
  observer.observe(element)
  return observer
}

/** Whether an element is that near. One without a box is, too. */
export function isNear(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return top <= 2 * innerHeight && bottom >= -innerHeight
}

/** Calls a function once, when the visitor does not see an element and a change of its height moves nothing that is seen. */
export function whenOutOfSight(element: Element, callback: () => void): void {
  if (typeof IntersectionObserver !== 'function') return
  const observer = new IntersectionObserver(([entry]) => {
    const isAbove = entry && entry.boundingClientRect.top < 0
    // Not every browser keeps in place what follows a change above it.
    if (entry?.isIntersecting || (isAbove && !CSS.supports('overflow-anchor', 'auto'))) return
    observer.disconnect()
    callback()
  })
  observer.observe(element)
}
