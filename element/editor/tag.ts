/** Categories of visitors' consent that cookie banners know. */
export const bannerCategories = ['marketing', 'statistics', 'preferences'] as const

interface TagFeed {
  /** The address of the service. */
  readonly baseUrl: string
  readonly id: string
  /** The profile on the platform, for visitors without scripts. */
  readonly profileUrl: string
  /** Reserves so many pixels before the script runs, so that nothing moves on pages that are displayed before. */
  readonly height?: number | undefined
  /** The category of a cookie banner that the script waits for. */
  readonly category?: string | undefined
}

/** Returns the profile of a username. */
export function profileUrlOf(username: string): string {
  return `https://www.instagram.com/${username}/`
}

/**
 * Returns the two lines to paste. The script has the look, so that they never change. A type that browsers do not know makes
 * a script wait for a cookie banner.
 */
export function feedTag({ baseUrl, id, profileUrl, category, height }: TagFeed): string {
  const kind = category
    ? `type="text/plain" data-category="${category}" data-cookieconsent="${category}"`
    : 'async'
  const style = height ? ` style="display: block; min-height: ${height}px"` : ''
  return `<script ${kind} src="${baseUrl}/f/${id}.js"></script>
<photo-feed feed="${id}"${style}><a href="${profileUrl}">Our photos on Instagram</a></photo-feed>`
}
