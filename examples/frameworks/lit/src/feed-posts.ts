import type { FeedPage, Post } from '@photofeed/sdk'
import { imageAttributes } from '@photofeed/sdk/images'
import { html, LitElement, nothing } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import { feed } from './feed'

const labels = { idle: 'More', loading: 'Loading …', failed: 'Try again' }

class FeedPosts extends LitElement {
  static override properties = { pages: { state: true }, loadState: { state: true } }
  declare pages: FeedPage[]
  declare loadState: 'idle' | 'loading' | 'failed'
  #controller = new AbortController()

  constructor() {
    super()
    this.pages = []
    this.loadState = 'idle'
  }

  override connectedCallback() {
    super.connectedCallback()
    this.#controller = new AbortController()
    if (this.pages.length === 0) void this.#more()
  }

  override disconnectedCallback() {
    super.disconnectedCallback()
    this.#controller.abort()
    this.loadState = 'idle'
  }

  /** Loads the first page, or the next one. */
  async #more() {
    if (this.loadState === 'loading') return
    this.loadState = 'loading'
    const { signal } = this.#controller
    const last = this.pages.at(-1)
    try {
      const next = last
        ? await feed.next(last, { signal })
        : await feed.me({ pageSize: 12, signal })
      if (next) this.pages = [...this.pages, next]
      this.loadState = 'idle'
    } catch {
      if (!signal.aborted) this.loadState = 'failed'
    }
  }

  #renderButton() {
    return html`<button aria-disabled=${this.loadState === 'loading'} @click=${() => this.#more()}>
      ${labels[this.loadState]}
    </button>`
  }

  override render() {
    const last = this.pages.at(-1)
    const posts = this.pages.flatMap((page) => page.posts)
    const failure = `${last ? 'More posts' : 'The posts'} could not be loaded.`
    return html`
      <h1>${last?.account.username}</h1>
      <ul>
        ${repeat(
          posts,
          ({ id }) => id,
          (post) => html`
          <li><a href=${post.permalink}>${renderImage(post)}</a></li>
        `,
        )}
      </ul>
      ${this.loadState === 'failed' ? html`<p role="alert">${failure}</p>` : nothing}
      ${last?.pagination.hasMore === false ? nothing : this.#renderButton()}
    `
  }
}

function renderImage(post: Post) {
  const image = imageAttributes(post)
  if (!image) return 'Video'
  const { alt, src, srcset = nothing, sizes = nothing } = image
  return html`<img alt=${alt} loading="lazy" sizes=${sizes} srcset=${srcset} src=${src}>`
}

customElements.define('feed-posts', FeedPosts)
