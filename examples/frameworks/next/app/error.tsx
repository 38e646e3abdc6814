'use client'

/** For an error of a component that does not catch it. */
export default function FeedError({ reset }: { reset: () => void }) {
  return (
    <p role="alert">
      The posts could not be loaded.{' '}
      <button type="button" onClick={reset}>
        Try again
      </button>
    </p>
  )
}
