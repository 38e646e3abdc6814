import type { ViewContext } from './context.ts'
import { windowOf } from './platform.ts'

/** Returns an http or https URL unchanged and null for any other, so that no `javascript:` URL becomes a link. */
export function webUrl(url: string): string | null {
  try {
    return /^https?:\/\/\S+$/i.test(url) && new URL(url) ? url : null
  } catch {
    return null
  }
}

/** Returns a URL as HTML resolves it; an invalid one is unchanged. */
export function resolveUrl(url: string): string {
  try {
    return new URL(url, document.baseURI).href
  } catch {
    return url
  }
}

/** Returns the host of a web address. */
export function hostOf(url: string): string | undefined {
  return /^https?:\/\/([^/?#]+)/i.exec(url)?.[1]?.toLowerCase()
}

/** Whether the browser may load a file now: without consent only from the host of the service. */
export function isAllowed(
  url: string,
  { consent, src }: Pick<ViewContext, 'consent' | 'src'>,
): boolean {
  return consent !== 'required' || hostOf(url) === hostOf(src ?? '')
}

/** Returns the id of the post that the address of the page names: `#photo=<id>`. */
export function photoOfAddress(element: Node): string | null {
  return new URLSearchParams(windowOf(element).location.hash.slice(1)).get('photo')
}
