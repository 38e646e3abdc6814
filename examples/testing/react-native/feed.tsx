import type { Feed, FeedPage } from '@photofeed/sdk'
import { useEffect, useState } from 'react'
import { Image, Text, View } from 'react-native'

export function FeedView({ feed }: { feed: Feed }) {
  const [page, setPage] = useState<FeedPage>()
  useEffect(() => {
    feed.me({ pageSize: 3 }).then(setPage)
  }, [feed])
  if (!page) return <Text>Loading …</Text>
  return (
    <View>
      <Text>{page.connection.stale ? page.connection.explanation : page.account.username}</Text>
      {page.posts.map(({ id, url }) => (
        <Image key={id} source={{ uri: url ?? '' }} />
      ))}
    </View>
  )
}
