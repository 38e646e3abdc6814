import { bootstrapApplication } from '@angular/platform-browser'
import { FeedPosts } from './feed-posts'

void bootstrapApplication(FeedPosts)
