import { readPage } from '../../lib/feed'
import type { PageLoad } from './$types'

export const load: PageLoad = async ({ fetch }) => ({ page: await readPage(fetch) })
