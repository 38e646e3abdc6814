import { useEffect, useRef } from 'react'

interface MorePostsProps {
  isLoading: boolean
  onWanted: () => unknown
}

/**
 * Asks for more posts when it comes near the window. The button is for those whose browser does not tell, and for a
 * keyboard, which reaches it before it is near.
 */
export function MorePosts({ isLoading, onWanted }: MorePostsProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isLoading || !button.current || !('IntersectionObserver' in window)) return
    const observer = new IntersectionObserver(
      (entries) => {
        // It may tell of several changes at once; the last is how things stand.
        if (entries.at(-1)?.isIntersecting) onWanted()
      },
      { rootMargin: '600px' },
    )
    // A new observer reports at once, so a page too short to scroll is filled too.
    observer.observe(button.current)
    return () => observer.disconnect()
  }, [isLoading, onWanted])
  return (
    <p className="more">
      <button ref={button} type="button" aria-disabled={isLoading} onClick={() => onWanted()}>
        {isLoading ? 'Loading …' : 'Load more'}
      </button>
    </p>
  )
}
