import type { Connection } from '@photofeed/sdk'

/** Says why the posts may be old; nothing while the feed is fresh. */
export function StaleNotice({ connection }: { connection: Connection }) {
  return (
    <div role="status">
      {connection.stale && <p className="notice">{connection.explanation}</p>}
    </div>
  )
}
