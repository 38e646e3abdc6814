import process from 'node:process'
import { failAll, readAll } from './read.ts'

const {
  PHOTOFEED_URL: baseUrl = '',
  PHOTOFEED_KEY: apiKey = '',
  PHOTOFEED_SCENARIO_KEYS = '{}',
} = process.env
const options = { baseUrl, apiKey }
const keys = JSON.parse(PHOTOFEED_SCENARIO_KEYS)
console.log(JSON.stringify([await readAll(options), await failAll(options, keys)]))
