import { InjectionToken } from '@angular/core'
import { createFeed, type Feed } from '@photofeed/sdk'

/** Set by `ng build --define`. */
declare const FEED_URL: string
declare const FEED_KEY: string

export const FEED = new InjectionToken<Feed>('feed', {
  providedIn: 'root',
  factory: () => createFeed({ baseUrl: FEED_URL, apiKey: FEED_KEY }),
})
