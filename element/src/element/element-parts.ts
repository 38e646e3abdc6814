import { loadLayout } from '../layouts/layout.ts'
import type { LayoutModule } from '../layouts/types.ts'
import { type Extras, type FeedSource, needsExtras } from '../view/context.ts'
import { logError } from '../view/on-demand.ts'
import type { Interactions } from './interactions.ts'

/** What an element loads on demand, as its options say. Each part is missing until it is loaded. */
export class ElementParts {
  extras: Extras | undefined
  interactions: Interactions | undefined
  readonly #source: FeedSource

  constructor(source: FeedSource) {
    this.#source = source
  }

  /** Loads what is displayed. Resolves to the layout. */
  async loadDisplay(): Promise<LayoutModule> {
    const { host } = this.#source
    const [layout, loaded] = await Promise.all([
      loadLayout(host.layout),
      needsExtras(host) ? import('./element-extras.ts').catch(logError) : undefined,
    ])
    if (loaded && !this.extras) loaded.listen(this.#source)
    this.extras ??= loaded?.extras
    return layout
  }

  /** Loads what visitors can do. Until then, links open on the platform. */
  async loadInteractions(): Promise<void> {
    const { host } = this.#source
    if (host.openIn !== 'viewer' && !host.albums) return
    const loaded = await import('./interactions.ts').catch(logError)
    if (loaded) this.interactions ??= new loaded.Interactions(this.#source)
    this.interactions?.loadAlbums()
  }
}
