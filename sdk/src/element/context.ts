import { completeLabels, dateFormat, type FeedLabels, type Labels } from './labels.ts'
import { completeOptions, type PhotoFeedProperties } from './options.ts'

/** Options of {@link renderFeed}: set them as on the element. Each is the property of {@link PhotoFeedProperties}. */
export type RenderFeedOptions = {
  readonly [Name in 'layout' | 'columns' | 'gap' | 'ownerNotice']?:
    | PhotoFeedProperties[Name]
    | undefined
} & {
  /** Replaces the texts for visitors. */
  readonly labels?: FeedLabels | undefined
  /** The language of dates, such as `de` or `pt-BR`. @default 'en' */
  readonly lang?: string | undefined
}

/** What the view depends on besides the page. */
export interface ViewContext extends PhotoFeedProperties {
  readonly labels: Labels
  readonly lang: string
  readonly formatDate: (date: Date) => string
}

export function viewContext(options: RenderFeedOptions): ViewContext {
  const { labels, lang = '' } = options
  return {
    ...completeOptions(options),
    labels: completeLabels(labels),
    lang,
    formatDate: dateFormat(lang),
  }
}
