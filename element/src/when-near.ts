/** Whether an element is less than a screen away from what the visitor sees. One without a box is, too. */
export function isNear(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return top <= 2 * innerHeight && bottom >= -innerHeight
}

/** Calls a function once, when an element is near. */
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
