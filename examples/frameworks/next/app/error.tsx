'use client'

/** For an error of a component that does not catch it. `retry` renders it again on the server. */
export default function FeedError({ retry }: { retry: () => void }) {
  return (
    <p role="alert">
      The posts could not be loaded.{' '}
      <button type="button" onClick={retry}>
        Try again
      </button>
    </p>
  )
}
