import process from 'node:process'
import { failAll, readAll } from './read.ts'

const { FEED_URL: baseUrl = '', FEED_KEY: apiKey = '', FEED_SCENARIO_KEYS = '{}' } = process.env
const options = { baseUrl, apiKey }
const keys = JSON.parse(FEED_SCENARIO_KEYS)
console.log(JSON.stringify([await readAll(options), await failAll(options, keys)]))
