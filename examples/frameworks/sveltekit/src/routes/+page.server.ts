import { readPage } from '../lib/feed'

export const load = async ({ fetch }) => ({ page: await readPage(fetch) })
