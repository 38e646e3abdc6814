import { loadLayout } from '../layouts/layout.ts'
import type { LayoutModule } from '../layouts/types.ts'
import { type Extras, type FeedHost, type FeedSource, needsExtras } from '../view/context.ts'
import { logError } from '../view/on-demand.ts'
import { readOptions } from '../view/options.ts'
import type { Interactions } from './interactions.ts'

/** What an element loads on demand, as its options say. Each part is missing until it is loaded. */
export class ElementParts {
  extras: Extras | undefined
  interactions: Interactions | undefined
  readonly #host: FeedHost
  readonly #source: FeedSource

  constructor(host: FeedHost, source: FeedSource) {
    this.#host = host
    this.#source = source
  }

  /** Loads what is displayed. Resolves to the layout. */
  async loadDisplay(): Promise<LayoutModule> {
    const options = readOptions(this.#host)
    const [layout, loaded] = await Promise.all([
      loadLayout(options.layout),
      needsExtras(options) ? import('./element-extras.ts').catch(logError) : undefined,
    ])
    if (loaded && !this.extras) loaded.listen(this.#host, this.#source)
    this.extras ??= loaded?.extras
    return layout
  }

  /** Loads what visitors can do. Until then, links open on the platform. */
  async loadInteractions(): Promise<void> {
    const host = this.#host
    if (host.openIn !== 'viewer' && !host.albums) return
    const loaded = await import('./interactions.ts').catch(logError)
    if (loaded) this.interactions ??= new loaded.Interactions(host, this.#source)
    this.interactions?.loadAlbums()
  }
}
