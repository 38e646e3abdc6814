// The element for pages without a bundler: <script src="https://feed.example/embed.js"></script>, a module or not.
import { definePhotoFeed, PhotoFeedElement } from '../element/photo-feed-element.ts'
import { check } from '../view/on-demand.ts'

/** The address of this script; `build-embed.ts` defines it. Missing where stacks have no addresses. */
declare const photoFeedUrl: string | undefined

// A copy of the file under another name, such as that of a CDN, is not beside a service.
const [, base = null] = photoFeedUrl?.match(/(.*)\/embed\.js([?#]|$)/) ?? []
PhotoFeedElement.defaultSrc = base

definePhotoFeed()
replacePlaceholders()
addEventListener('DOMContentLoaded', replacePlaceholders)
// `/f/<id>.js` has the look of a feed in front of this script, which may be defined already.
dispatchEvent(new Event('photo-feeds'))

/** `<div data-photo-feed data-api-key="…">` is for editors that delete unknown elements. */
function replacePlaceholders() {
  const { observedAttributes } = PhotoFeedElement
  for (const placeholder of document.querySelectorAll('div[data-photo-feed]')) {
    const element = document.createElement('photo-feed')
    placeholder.removeAttribute('data-photo-feed')
    for (const { name, value } of placeholder.attributes) {
      const option = name.replace(/^data-/, '')
      const isOption = observedAttributes.includes(option)
      element.setAttribute(isOption ? option : name, value)
      if (!isOption && option !== name)
        check(({ warnOfUnknown }) => warnOfUnknown([name], observedAttributes))
    }
    element.append(...placeholder.childNodes)
    placeholder.replaceWith(element)
  }
}
