import { defineRouteMiddleware, type StarlightRouteData } from '@astrojs/starlight/route-data'
import manifest from '../../package.json'

/** What a page may have besides included texts: headings, and tables made from data. */
const other = /^#+ .*$|^import .*$|^<(?:Include|Data) [^>]*\/>$/gm

/** "Edit page" opens the text: of a page that only includes it, that is the file of the repository. */
export const onRequest = defineRouteMiddleware(({ locals }) => {
  // Astro generates the type of its locals, and not for this check.
  const route = (locals as { starlightRoute?: StarlightRouteData }).starlightRoute
  // The first page and the one for unknown addresses have the navigation in the menu of a phone only: see site.css.
  if (route) route.hasSidebar = true
  const body = route?.entry.body ?? ''
  const file = /<Include from="([^"]+)"/.exec(body)?.[1]
  if (route && file && body.replaceAll(other, '').trim() === '')
    route.editUrl = new URL(`${manifest.repository}/edit/main/${file}`)
})
