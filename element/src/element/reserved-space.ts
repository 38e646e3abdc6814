/**
 * Removes the margin of a feed that is lower than the space that was reserved for it, when the visitor does not see the feed and
 * nothing moves that is seen. Loaded on demand.
 */
export function giveBack(host: Element): void {
  if (typeof IntersectionObserver !== 'function') return
  const observer = new IntersectionObserver(([entry]) => {
    const isAbove = entry && entry.boundingClientRect.top < 0
    // Not every browser keeps in place what follows a change above it.
    if (entry?.isIntersecting || (isAbove && !CSS.supports('overflow-anchor', 'auto'))) return
    observer.disconnect()
    host.shadowRoot?.getElementById('end')?.style.removeProperty('margin-bottom')
  })
  observer.observe(host)
}
