import { createFeed } from '@photofeed/sdk'
import Image from 'next/image'
import { connection } from 'next/server'

export default async function Page() {
  await connection() // reads the feed for each visit
  const feed = createFeed({
    baseUrl: process.env.PHOTOFEED_URL ?? 'https://photofeed.test',
    apiKey: process.env.PHOTOFEED_KEY ?? '',
  })
  const { account, posts } = await feed.me({ pageSize: 3, type: 'IMAGE' })
  return (
    <main>
      <h1>{account.username}</h1>
      {posts.map(({ id, mediaUrl }) => (
        <Image key={id} src={mediaUrl} alt="" width={320} height={320} loading="eager" />
      ))}
    </main>
  )
}
