import { useEffect, useRef } from 'react'

interface MorePostsProps {
  isLoading: boolean
  onLoad: () => unknown
}

/** Loads more posts when it comes near the viewport. The button is for keyboards, and for browsers without an observer. */
export function MorePosts({ isLoading, onLoad }: MorePostsProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isLoading || !button.current || !('IntersectionObserver' in window)) return
    const observer = new IntersectionObserver(
      (entries) => {
        // One call may report several changes. The last entry is the current state.
        if (entries.at(-1)?.isIntersecting) onLoad()
      },
      { rootMargin: '600px' },
    )
    // A new observer reports immediately, so a page that is too short to scroll is filled as well.
    observer.observe(button.current)
    return () => {
      observer.disconnect()
    }
  }, [isLoading, onLoad])
  return (
    <p className="more">
      <button ref={button} type="button" aria-disabled={isLoading} onClick={onLoad}>
        {isLoading ? 'Loading …' : 'Load more'}
      </button>
    </p>
  )
}
