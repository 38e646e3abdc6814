import type { FeedPage, Post } from '@photofeed/sdk'
import { imageAttributes } from '@photofeed/sdk/images'
import { html, LitElement, nothing } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import { feed } from './feed'

class FeedPosts extends LitElement {
  static override properties = { pages: { state: true } }
  declare pages: FeedPage[]
  #controller = new AbortController()

  constructor() {
    super()
    this.pages = []
  }

  override async connectedCallback() {
    super.connectedCallback()
    this.#controller = new AbortController()
    const { signal } = this.#controller
    try {
      this.pages = [await feed.me({ pageSize: 12, signal })]
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }

  override disconnectedCallback() {
    super.disconnectedCallback()
    this.#controller.abort()
  }

  async #more(last: FeedPage) {
    const next = await feed.next(last)
    if (next) this.pages = [...this.pages, next]
  }

  override render() {
    const last = this.pages.at(-1)
    if (!last) return nothing
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
      ${last.pagination.hasMore ? html`<button @click=${() => this.#more(last)}>More</button>` : nothing}
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
