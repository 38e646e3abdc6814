/** Calls a function once, when an element is less than a screen away from what the visitor sees. */
export function whenNear(element: Element, callback: () => void): IntersectionObserver {
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
