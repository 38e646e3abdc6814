import { contractTests } from '@photofeed/contract/vitest'

const {
  PHOTOFEED_URL: url = '',
  PHOTOFEED_KEY_PREMIUM: premium = '',
  PHOTOFEED_KEY_FREE: free = '',
} = process.env

contractTests({ url, accounts: { premium, free } })
