import { type PlanName, plans } from '@photofeed/openapi'
import { reservedHeight, type Values } from './reserved-height.ts'

/** A feed as its owner wants it on a page. */
export interface SnippetFeed {
  /** The address of the service. */
  readonly baseUrl: string
  readonly apiKey: string
  /** The profile on the platform, for visitors without scripts. */
  readonly profileUrl: string
  /** Without the address and the key. An attribute without a value has an empty one. */
  readonly attributes: Values
  /** Custom properties. */
  readonly properties?: Values
}

interface Place {
  readonly name: string
  /** Where the code is pasted. */
  readonly hint: string
}

/** Where a feed can be pasted. */
export const places = {
  html: { name: 'HTML', hint: 'Paste it into the page, where the photos belong.' },
  wordpress: {
    name: 'WordPress',
    hint: 'Click where the photos belong in the block editor, and paste. It becomes a Custom HTML block.',
  },
  shopify: { name: 'Shopify', hint: 'Paste it into a section of the type Custom Liquid.' },
  squarespace: { name: 'Squarespace', hint: 'Paste it into a block of the type Code.' },
  wix: { name: 'Wix', hint: 'Paste it into an element of the type Embed HTML.' },
  webflow: { name: 'Webflow', hint: 'Paste it into an element of the type Code Embed.' },
  'cookie-banner': {
    name: 'Cookie banner',
    hint: 'Paste it where the photos belong, also into the block editor of WordPress. Nothing is loaded before the visitor allows cookies of the category "marketing".',
  },
} as const satisfies Record<string, Place>

export type PlaceName = keyof typeof places

/** The page of the documentation that says where to paste the code. */
export const placesPage = 'https://photofeed.github.io/photofeed/show/website-builders/'

/** Returns the attributes of the first snippet: three rows of three, or what the plan has. */
export function firstAttributes(plan: PlanName): Values {
  const size = Math.min(9, plans[plan].maximumPageSize)
  return { 'page-size': String(size), columns: '2 600:3' }
}

/** Returns the profile of a username. */
export function profileUrlOf(username: string): string {
  return `https://www.instagram.com/${username}/`
}

/**
 * Returns the HTML to paste. The link is what visitors see who have no scripts. Until the script has run, its margin reserves
 * the height of the feed. The styles are attributes, because WordPress displays the text of a style element that it removes.
 * It also removes `display`, and an inline margin has no height: where the script is removed too, a plain link remains.
 * Visitors may never agree to a cookie banner, so there the whole height is a visible link.
 */
export function snippet(place: PlaceName, feed: SnippetFeed): string {
  const { baseUrl, apiKey, profileUrl, attributes, properties = {} } = feed
  const options = {
    'api-key': apiKey,
    ...attributes,
    // The page is in a frame, in which the platform does not open.
    ...(place === 'wix' && { target: '_blank' }),
  }
  const styles = Object.entries({ display: 'flow-root', ...properties })
  const ofFeed = styles.map(([name, value]) => `${name}: ${value}`).join('; ')
  const hasBanner = place === 'cookie-banner'
  const height = reservedHeight(attributes, properties)
  const space = hasBanner
    ? `padding: calc(${height} / 2) 0; background: #8881; text-align: center`
    : `margin-bottom: ${height}`
  const style = `display: block; ${space}`
  const plainLink = `<a${markup({ href: profileUrl, style })}>Our photos on Instagram</a>`
  // The padding of an inline link would cover what is beside it.
  const link = hasBanner ? `<p style="margin: 0; overflow: hidden">${plainLink}</p>` : plainLink
  const script = hasBanner
    ? { type: 'text/plain', 'data-category': 'marketing', 'data-cookieconsent': 'marketing' }
    : { async: '' }
  const scriptElement = `<script${markup({ ...script, src: `${baseUrl}/embed.js` })}></script>`
  if (place === 'html') {
    const element = markup({ ...options, style: ofFeed })
    return `${scriptElement}\n<photo-feed${element}>\n  ${link}\n</photo-feed>`
  }
  // Editors delete elements that they do not know, but not a division.
  const data = Object.entries(options).map(([name, value]) => [`data-${name}`, value])
  const division = markup({ 'data-photo-feed': '', ...Object.fromEntries(data), style: ofFeed })
  const lines = `${scriptElement}\n<div${division}>${link}</div>`
  // With these comments, a paste becomes a Custom HTML block. Elsewhere they change nothing.
  return place === 'wordpress' || hasBanner
    ? `<!-- wp:html -->\n${lines}\n<!-- /wp:html -->`
    : lines
}

function markup(attributes: Values): string {
  return Object.entries(attributes)
    .map(([name, value]) => (value === '' ? ` ${name}` : ` ${name}="${escaped(value)}"`))
    .join('')
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
