import { Component, computed, inject, resource, signal } from '@angular/core'
import type { Post } from '@photofeed/sdk'
import { imageAttributes } from '@photofeed/sdk/images'
import { FEED } from './feed'

@Component({
  selector: 'app-root',
  template: `
    @if (pages.error()) {
      <p role="alert">The posts could not be loaded.</p>
      <button type="button" (click)="pages.reload()">Try again</button>
    }
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
      @if (loadState() === 'failed') {
        <p role="alert">More posts could not be loaded.</p>
      }
      @if (page.pagination.hasMore) {
        <button type="button" [attr.aria-disabled]="loadState() === 'loading'" (click)="more()">
          {{ labels[loadState()] }}
        </button>
      }
    }
  `,
})
export class App {
  readonly #feed = inject(FEED)
  readonly pages = resource({
    loader: async ({ abortSignal }) => [await this.#feed.me({ pageSize: 12, signal: abortSignal })],
  })
  // The value of a resource that failed throws.
  readonly read = computed(() => (this.pages.hasValue() ? this.pages.value() : []))
  readonly last = computed(() => this.read().at(-1))
  readonly posts = computed(() => this.read().flatMap(({ posts }) => posts))

  readonly loadState = signal<'idle' | 'loading' | 'failed'>('idle')
  readonly labels = { idle: 'More', loading: 'Loading …', failed: 'Try again' }

  image(post: Post) {
    return imageAttributes(post)
  }

  async more() {
    const page = this.last()
    if (!page || this.loadState() === 'loading') return
    this.loadState.set('loading')
    try {
      const next = await this.#feed.next(page)
      if (next) this.pages.update((pages = []) => [...pages, next])
      this.loadState.set('idle')
    } catch {
      this.loadState.set('failed')
    }
  }
}
