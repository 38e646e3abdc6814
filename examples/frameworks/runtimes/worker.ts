import { failAll, readAll } from './read.ts'

interface Env {
  PHOTOFEED_URL: string
  PHOTOFEED_KEY: string
  PHOTOFEED_SCENARIO_KEYS: string
}

export default {
  async fetch(_request: Request, env: Env): Promise<Response> {
    const options = { baseUrl: env.PHOTOFEED_URL, apiKey: env.PHOTOFEED_KEY }
    const keys = JSON.parse(env.PHOTOFEED_SCENARIO_KEYS)
    return Response.json([await readAll(options), await failAll(options, keys)])
  },
}
