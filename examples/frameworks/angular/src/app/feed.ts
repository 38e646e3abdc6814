import { InjectionToken } from '@angular/core'
import { createFeed, type Feed } from '@photofeed/sdk'
import { environment } from '../environments/environment'

export const FEED = new InjectionToken<Feed>('feed', {
  providedIn: 'root',
  factory: () => createFeed(environment),
})
