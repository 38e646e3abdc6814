import { readPage } from '../lib/feed'
import type { PageServerLoad } from './$types'

export const load: PageServerLoad = async ({ fetch }) => ({ page: await readPage(fetch) })
