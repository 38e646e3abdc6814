import { type ValidatedBody, weakEtag } from './etag.ts'

/** Text as bytes, with its validator. */
export interface RenderedText {
  bytes: Uint8Array
  etag: string
}

/**
 * Returns `render` with a cache: an object is rendered once for each form. Objects must never change. A store in memory
 * returns the same objects for every request.
 */
export type RenderCache = <Stored extends object>(
  form: string,
  render: (stored: Stored) => string,
) => (stored: Stored) => RenderedText

export function createRenderCache(): RenderCache {
  const forms = new Map<string, WeakMap<object, RenderedText>>()
  return (form, render) => {
    const texts = forms.get(form) ?? new WeakMap<object, RenderedText>()
    forms.set(form, texts)
    return (stored) => {
      let text = texts.get(stored)
      if (!text) {
        text = renderedText(render(stored))
        texts.set(stored, text)
      }
      return text
    }
  }
}

const utf8 = new TextEncoder()

export function renderedText(text: string): RenderedText {
  return { bytes: utf8.encode(text), etag: weakEtag(text) }
}

/** Joins texts; the validator is made of theirs, so that a cached text is not read again. */
export function joinTexts(texts: readonly RenderedText[]): ValidatedBody {
  const body = new Uint8Array(texts.reduce((length, { bytes }) => length + bytes.length, 0))
  let offset = 0
  let etags = ''
  for (const { bytes, etag } of texts) {
    body.set(bytes, offset)
    offset += bytes.length
    etags += etag
  }
  return { body, etag: weakEtag(etags) }
}
