/**
 * Calls a function once, when the visitor does not see an element and a change of its height moves nothing that is seen.
 * Loaded on demand, for feeds that are lower than the space that was reserved for them.
 */
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
