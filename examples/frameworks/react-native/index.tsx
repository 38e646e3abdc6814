import { imageProps } from '@photofeed/sdk/images'
import { AppRegistry, FlatList, Image, Text } from 'react-native'
import { useNewest } from './feed'

function App() {
  const { page, error } = useNewest(12)
  if (error) return <Text>{error.message}</Text>
  return (
    <FlatList
      data={page?.posts}
      keyExtractor={(post) => post.id}
      renderItem={({ item }) => (
        <Image
          source={{ uri: imageProps(item, { width: 320 })?.src }}
          style={{ width: 160, height: 160 }}
        />
      )}
    />
  )
}

AppRegistry.registerComponent('photofeed', () => App)
