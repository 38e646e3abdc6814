import { type PhotoFeedLabels, parseLabels } from '../languages/labels.ts'
import { languageOf, loadedLabels } from '../languages/languages.ts'
import { resolveUrl } from '../view/addresses.ts'
import { type Extras, viewContext } from '../view/context.ts'
import { check } from '../view/on-demand.ts'
import {
  attributeNames,
  completeOptions,
  defineProperties,
  type PhotoFeedProperties,
  propertyNames,
  upgradeProperties,
} from '../view/options.ts'
import { FeedController } from './feed-controller.ts'
import { applyLook } from './saved-feed.ts'

// A server has no such class, but may import this module.
const Base = (globalThis.HTMLElement ?? class {}) as new () => HTMLElement & PhotoFeedProperties

/** Frequent attributes of every element, for which no file needs to be loaded. */
const plainAttribute = /^(id|class|style|(data|aria)-.*)$/

/**
 * The custom element `<photo-feed src="https://feed.example" api-key="…">`: an accessible grid of posts. The README and
 * `custom-elements.json` list its attributes, slots, parts and custom properties.
 *
 * Its events are those of {@link PhotoFeedEventMap}.
 */
export class PhotoFeedElement extends Base {
  static readonly observedAttributes: readonly string[] = [...attributeNames, ...['labels', 'lang']]

  /** The address of the service for elements without `src`; `/embed.js` sets it to where that script is from. */
  static defaultSrc: string | null = null

  #feed: FeedController | undefined
  #labels: PhotoFeedLabels = {}
  /** The attributes of the saved look, as they were set. */
  #look: Readonly<Record<string, string>> = {}

  /** Replaces texts for visitors. Also accepts JSON, because frameworks set the attribute as a property. */
  get labels(): PhotoFeedLabels {
    return this.#labels
  }

  set labels(labels: PhotoFeedLabels | string | null | undefined) {
    const parsed = parseLabels(labels)
    // React sets a new but equal object on every render.
    if (JSON.stringify(parsed) === JSON.stringify(this.#labels)) return
    this.#labels = parsed
    this.#feed?.refresh()
  }

  connectedCallback(): void {
    upgradeProperties(this, [...propertyNames, 'labels'])
    this.#applyFeed()
    addEventListener('photo-feeds', this.#applyFeed)
    this.#feed ??= new FeedController(this, (extras) => this.#readContext(extras))
    this.#feed.connect()
    const { observedAttributes } = PhotoFeedElement
    const unknown = this.getAttributeNames().filter(
      (name) => !plainAttribute.test(name) && !observedAttributes.includes(name),
    )
    if (unknown[0]) check(({ warnOfUnknown }) => warnOfUnknown(unknown, observedAttributes))
  }

  disconnectedCallback(): void {
    removeEventListener('photo-feeds', this.#applyFeed)
    this.#feed?.disconnect()
  }

  adoptedCallback(): void {
    this.#feed?.adopt()
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (before === after) return
    // An upgraded element is connected while the look is applied, and loads it then.
    const feed = this.#feed
    if (name === 'feed') this.#applyFeed()
    if (name === 'labels') this.labels = after
    else void feed?.update(name)
  }

  /** Loads the feed again from its first page. */
  reload(): void {
    this.#feed?.reload()
  }

  /** Sets the attributes of a saved look that the page does not have. */
  #applyFeed = () => {
    this.#look = applyLook(this, this.#look)
  }

  #readContext(extras: Extras | undefined) {
    const src = this.src === null ? PhotoFeedElement.defaultSrc : resolveUrl(this.src)
    const lang = languageOf(this)
    const labels = { ...loadedLabels(lang ?? ''), ...this.#labels }
    return viewContext({ ...completeOptions(this), src, labels, lang }, extras)
  }
}

if (globalThis.HTMLElement) defineProperties(PhotoFeedElement.prototype)

/** Defines `<photo-feed>` where the platform has custom elements. */
export function definePhotoFeed(): void {
  const registry = globalThis.customElements
  // Two copies of the package on one page must not throw: the first one is used.
  if (registry && !registry.get('photo-feed')) registry.define('photo-feed', PhotoFeedElement)
}
