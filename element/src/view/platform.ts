// What jsdom and happy-dom lack: the element works without it, without styles and with less comfort.

/** Returns the window of an element: it may be in a frame, or in a window that the page has opened. */
export function windowOf(node: Node): Window & typeof globalThis {
  return node.ownerDocument?.defaultView ?? window
}

/** The sheets of each document by their text: a document accepts no sheet of another one. */
const constructed = new WeakMap<Document, Map<string, CSSStyleSheet>>()

/** Returns the sheet that all elements of a document share; null where none can be constructed. */
export function constructSheet(document: Document, styles: string): CSSStyleSheet | null {
  const { defaultView } = document
  if (!defaultView || !('adoptedStyleSheets' in document)) return null
  const sheets = constructed.get(document) ?? new Map<string, CSSStyleSheet>()
  constructed.set(document, sheets)
  const sheet = sheets.get(styles) ?? new defaultView.CSSStyleSheet()
  if (!sheets.has(styles)) sheet.replaceSync(styles)
  sheets.set(styles, sheet)
  return sheet
}

const stylesOf = new WeakMap<ShadowRoot, string[]>()

/**
 * Replaces the style sheets of a root from an index on; without further arguments it applies them again, after a move to
 * another document. Every content security policy allows a constructed sheet, but not a style element.
 */
export function setStyles(root: ShadowRoot, index = 0, styles: readonly string[] = []): void {
  const all = stylesOf.get(root) ?? []
  all.splice(index, styles.length, ...styles)
  stylesOf.set(root, all)
  if (root.adoptedStyleSheets)
    root.adoptedStyleSheets = all.flatMap((each) => constructSheet(root.ownerDocument, each) ?? [])
}

/** Returns an observer of sizes; null where there is none. */
export function createResizeObserver(root: Node, callback: () => void): ResizeObserver | null {
  const { ResizeObserver } = windowOf(root)
  return ResizeObserver ? new ResizeObserver(callback) : null
}

/** Resolves when a picture is decoded, or immediately where that cannot be known. Rejects if it fails to load. */
export async function decode(image: HTMLImageElement): Promise<void> {
  await image.decode?.()
}

/**
 * Calls a function once, when an element is less than a screen away from what the visitor sees, or the page is printed. Returns
 * a function that ends the wait.
 */
export function whenNear(element: Element, callback: () => void): () => void {
  const view = windowOf(element)
  const call = () => {
    stop()
    callback()
  }
  const stop = () => {
    observer?.disconnect()
    view.removeEventListener('beforeprint', call)
  }
  const observer = view.IntersectionObserver
    ? new view.IntersectionObserver(
        (entries) => {
          if (entries.some(({ isIntersecting }) => isIntersecting)) call()
        },
        { rootMargin: '100%' },
      )
    : null
  view.addEventListener('beforeprint', call)
  if (observer) observer.observe(element)
  else call()
  return stop
}

/** Whether an element is that near. One without a box is, too. */
export function isNear(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  const { innerHeight } = windowOf(element)
  return top <= 2 * innerHeight && bottom >= -innerHeight
}

/** Calls a function when the page changes a language or direction around an element. Returns a function that ends it. */
export function watchPage(element: Element, callback: () => void): () => void {
  const { MutationObserver } = windowOf(element)
  if (!MutationObserver) return () => {}
  const observer = new MutationObserver(callback)
  const filter = { attributeFilter: ['lang', 'dir'] }
  for (let node: Node | null = element; node; node = node.parentNode ?? shadowHost(node))
    observer.observe(node, filter)
  return () => observer.disconnect()
}

/** `instanceof` fails for shadow roots of other windows. */
const shadowHost = (node: Node) => (node as Partial<ShadowRoot>).host ?? null
