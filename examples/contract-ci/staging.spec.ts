import { contractTests } from '@photofeed/contract/vitest'

const { PHOTOFEED_URL: url = '', PHOTOFEED_KEY: keys = '' } = process.env

contractTests({ url, keys: keys.split(/[\s,]+/).filter(Boolean) })
