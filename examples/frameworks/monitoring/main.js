import { createFeed } from '@photofeed/sdk'

const { onAttemptEnd } = await import(`./${process.argv[2]}.js`)
const feed = createFeed({
  baseUrl: process.env.PHOTOFEED_URL,
  apiKey: process.env.PHOTOFEED_KEY,
  onAttemptEnd,
})

try {
  const { account } = await feed.me({ pageSize: 1 })
  console.log(account.username)
} catch (error) {
  console.log(error.message)
}
