import type { FeedErrorDetail } from '@photofeed/sdk'

const warnings = new Set<string>()

/** Logs the attributes that neither the element nor HTML knows. Those of frameworks have a mark in their names. */
export function warnOfUnknown(names: readonly string[], known: readonly string[]): void {
  const ofHtml = new Set([
    ...['class', 'is', 'exportparts', 'elementtiming', 'xmlns'],
    ...['itemid', 'itemprop', 'itemref', 'itemscope', 'itemtype'],
  ])
  for (const name in HTMLElement.prototype) ofHtml.add(name.toLowerCase())
  const unknown = names.filter((name) => /^[a-z][a-z_]*$/.test(name) && !ofHtml.has(name))
  if (unknown.length === 0) return
  const warning = `<photo-feed>: the attributes ${unknown.join(', ')} are unknown. Known are ${known.join(', ')}.`
  if (!warnings.has(warning)) console.warn(warning)
  warnings.add(warning)
}

/** Displays what the console says of a failure, for an owner without a console, until posts are displayed. */
export function showReason(host: HTMLElement, { name, message, hint }: FeedErrorDetail): void {
  const reason = document.createElement('p')
  reason.setAttribute('part', 'reason')
  reason.lang = 'en'
  reason.dir = 'ltr'
  reason.textContent = `${name}: ${message} ${hint}`
  host.shadowRoot?.querySelector('[part=reason]')?.remove()
  host.shadowRoot?.append(reason)
  host.addEventListener('feed-load', () => reason.remove(), { once: true })
}
