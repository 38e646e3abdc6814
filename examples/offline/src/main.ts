import { createFeed } from '@photofeed/sdk'
import { showFeed } from './feed-view.ts'
import { findService } from './service.ts'

await showFeed(createFeed(await findService()))
