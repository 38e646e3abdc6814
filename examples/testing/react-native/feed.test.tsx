import { createMock } from '@photofeed/mock-server'
import { createFeed } from '@photofeed/sdk'
import { Image, Text } from 'react-native'
import { act, create } from 'react-test-renderer'
import { FeedView } from './feed'

const baseUrl = 'https://photofeed.test'
const mock = createMock({ baseUrl })

afterEach(() => {
  mock.verify()
  mock.reset()
})

async function render(scenario: string) {
  const feed = createFeed({ baseUrl, apiKey: mock.key(scenario), fetch: mock.fetch })
  const { root } = await act(async () => create(<FeedView feed={feed} />))
  await act(() => mock.waitForRequest({ endpoint: 'me' }))
  return root
}

test('shows pictures', async () => {
  const root = await render('premium')
  expect(root.findAllByType(Image)).toHaveLength(3)
})

test('says that the feed has stopped updating', async () => {
  const root = await render('invalid-token')
  expect(root.findByType(Text).props.children).toContain('stopped updating')
})
