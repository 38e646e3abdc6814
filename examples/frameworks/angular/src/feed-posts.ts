import { Component, computed, inject, resource } from '@angular/core'
import type { Post } from '@photofeed/sdk'
import { imageAttributes } from '@photofeed/sdk/images'
import { FEED } from './feed'

@Component({
  selector: 'app-feed',
  template: `
    @if (last(); as page) {
      <h1>{{ page.account.username }}</h1>
      <ul>
        @for (post of posts(); track post.id) {
          <li>
            <a [href]="post.permalink">
              @if (image(post); as image) {
                <img
                  loading="lazy"
                  [alt]="image.alt"
                  [attr.sizes]="image.sizes"
                  [attr.srcset]="image.srcset"
                  [src]="image.src"
                />
              } @else {
                Video
              }
            </a>
          </li>
        }
      </ul>
      @if (page.pagination.hasMore) {
        <button type="button" (click)="more()">More</button>
      }
    }
  `,
})
export class FeedPosts {
  readonly #feed = inject(FEED)
  readonly pages = resource({
    loader: async ({ abortSignal }) => [await this.#feed.me({ pageSize: 12, signal: abortSignal })],
  })
  readonly last = computed(() => this.pages.value()?.at(-1))
  readonly posts = computed(() => this.pages.value()?.flatMap(({ posts }) => posts) ?? [])

  image(post: Post) {
    return imageAttributes(post)
  }

  async more() {
    const page = this.last()
    const next = page && (await this.#feed.next(page))
    if (next) this.pages.update((pages = []) => [...pages, next])
  }
}
