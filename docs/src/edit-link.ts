import { defineRouteMiddleware } from '@astrojs/starlight/route-data'
import manifest from '../../package.json'

/** What a page may have besides included texts: headings, and tables made from data. */
const other = /^#+ .*$|^import .*$|^<(?:Include|Data) [^>]*\/>$/gm

/** "Edit page" opens the text: of a page that only includes it, that is the file of the repository. */
export const onRequest = defineRouteMiddleware(({ locals }) => {
  const { entry } = locals.starlightRoute
  const body = entry.body ?? ''
  const file = /<Include from="([^"]+)"/.exec(body)?.[1]
  if (file && body.replaceAll(other, '').trim() === '')
    locals.starlightRoute.editUrl = new URL(`${manifest.repository}/edit/main/${file}`)
})
