// What jsdom and happy-dom lack: the element works without it, without styles and with less comfort.

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
  root.adoptedStyleSheets?.splice(index, styles.length, ...sheets)
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
