// The element for pages without a bundler: <script type="module" src="https://feed.example/embed.js"></script>
import { definePhotoFeed } from './define.ts'
import { PhotoFeedElement } from './photo-feed-element.ts'

// A copy of the file under another name, such as that of a CDN, is not beside a service.
const { origin, pathname } = new URL(import.meta.url)
const [, folder] = /^(.*)\/embed\.js$/.exec(pathname) ?? []
if (folder !== undefined) PhotoFeedElement.defaultSrc = origin + folder

definePhotoFeed()

export { PhotoFeedElement }
