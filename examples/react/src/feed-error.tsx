import { isPhotofeedError } from '@photofeed/sdk'

interface FeedErrorProps {
  error: Error
  onRetry: () => unknown
}

/** What to do about an error, and a button where trying again may help. */
export function FeedError({ error, onRetry }: FeedErrorProps) {
  const known = isPhotofeedError(error)
  return (
    <div className="message" role="alert">
      <h2>The posts could not be loaded</h2>
      <p>{known ? error.hint : 'The console says more.'}</p>
      {(!known || error.retryable) && (
        <button type="button" onClick={() => onRetry()}>
          Try again
        </button>
      )}
    </div>
  )
}
