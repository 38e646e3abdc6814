import { Component } from '@angular/core'
import { FeedPosts } from './feed-posts'

@Component({ selector: 'app-root', imports: [FeedPosts], template: '<app-feed />' })
export class App {}
