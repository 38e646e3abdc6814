import { connection } from 'next/server'
import { feed } from './feed'

export default async function Page() {
  await connection() // reads the feed for each visit
  const page = await feed.me({ pageSize: 3 })
  return (
    <main>
      <h1>{page.account.username}</h1>
      {page.connection.stale && <p role="status">The feed has stopped updating.</p>}
      {page.posts.map(({ id, caption }) => (
        <p key={id}>{caption}</p>
      ))}
    </main>
  )
}
