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

  override async connectedCallback() {
    super.connectedCallback()
    this.#controller = new AbortController()
    const { signal } = this.#controller
    try {
      this.pages = [await feed.me({ pageSize: 12, signal })]
    } catch {
      if (!signal.aborted) this.loadState = 'failed'
    }
  }

  override disconnectedCallback() {
    super.disconnectedCallback()
    this.#controller.abort()
  }

  async #more(last: FeedPage) {
    if (this.loadState === 'loading') return
    this.loadState = 'loading'
    try {
      const next = await feed.next(last)
      if (next) this.pages = [...this.pages, next]
      this.loadState = 'idle'
    } catch {
      this.loadState = 'failed'
    }
  }

  #renderButton(last: FeedPage) {
    const isLoading = this.loadState === 'loading'
    return html`<button aria-disabled=${isLoading} @click=${() => this.#more(last)}>
      ${labels[this.loadState]}
    </button>`
  }

  override render() {
    const last = this.pages.at(-1)
    if (!last)
      return this.loadState === 'failed'
        ? html`<p role="alert">The posts could not be loaded.</p>`
        : nothing
    const posts = this.pages.flatMap((page) => page.posts)
    return html`
      <h1>${last.account.username}</h1>
      <ul>
        ${repeat(
          posts,
          ({ id }) => id,
          (post) => html`
          <li><a href=${post.permalink}>${renderImage(post)}</a></li>
        `,
        )}
      </ul>
      ${this.loadState === 'failed' ? html`<p role="alert">More posts could not be loaded.</p>` : nothing}
      ${last.pagination.hasMore ? this.#renderButton(last) : nothing}
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
