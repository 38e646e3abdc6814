import { InjectionToken } from '@angular/core'
import { createFeed, type Feed } from '@photofeed/sdk'

/** Set by `ng build --define`. */
declare const PHOTOFEED_URL: string
declare const PHOTOFEED_KEY: string

export const FEED = new InjectionToken<Feed>('feed', {
  providedIn: 'root',
  factory: () => createFeed({ baseUrl: PHOTOFEED_URL, apiKey: PHOTOFEED_KEY }),
})
