import { failAll, readAll } from './read.ts'

interface Env {
  FEED_URL: string
  FEED_KEY: string
  FEED_SCENARIO_KEYS: string
}

export default {
  async fetch(_request: Request, env: Env): Promise<Response> {
    const options = { baseUrl: env.FEED_URL, apiKey: env.FEED_KEY }
    const keys = JSON.parse(env.FEED_SCENARIO_KEYS)
    return Response.json([await readAll(options), await failAll(options, keys)])
  },
}
