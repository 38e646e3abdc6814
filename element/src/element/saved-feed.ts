import type { FeedHost } from '../view/context.ts'

/** A feed with the look that its owner saved. */
export interface SavedFeed {
  /** Those of the look, with `src` and `api-key`. */
  readonly attributes: Readonly<Record<string, string>>
  /** Custom properties and colors. */
  readonly styles: Readonly<Record<string, string>>
  /** The styles of the layout, which else are loaded on demand. */
  readonly css: string
}

declare global {
  /** What `/f/<id>.js` has in front of the script, by id; null for a feed that does not exist. */
  var photoFeeds: Record<string, SavedFeed | null> | undefined
}

export const savedFeed = ({ feed }: FeedHost): SavedFeed | null | undefined =>
  globalThis.photoFeeds?.[feed ?? '']

/** Replaces the attributes of the look `before`, and none that the page has. Returns those of the saved look. */
export function applyLook(host: FeedHost, before: SavedFeed['attributes']) {
  const saved = savedFeed(host)
  if (saved === undefined) return before
  // In the frame of a site builder, the platform does not open.
  const after: SavedFeed['attributes'] = saved
    ? { ...(self !== top && { target: '_blank' }), ...saved.attributes }
    : {}
  for (const name of Object.keys({ ...before, ...after })) {
    if ((host.getAttribute(name) ?? undefined) !== before[name]) continue
    const value = after[name]
    if (value === undefined) host.removeAttribute(name)
    else host.setAttribute(name, value)
  }
  for (const [name, value] of Object.entries(saved?.styles ?? {}))
    if (!host.style.getPropertyValue(name)) host.style.setProperty(name, value)
  return after
}
