import { getCollection } from 'astro:content'
import type { APIRoute, GetStaticPaths } from 'astro'
import { groups } from '../../../sidebar.ts'
import { drawSocialImage, type SocialWords } from '../../../social-image.ts'

/** Pages with an image of their own: those of the navigation. The first page and the error page have `social.png`. */
export const getStaticPaths = (async () => {
  const pages = new Map((await getCollection('docs')).map(({ id, data }) => [id, data]))
  return groups.flatMap(({ label, items }) =>
    items.flatMap((path) => {
      const page = pages.get(path)
      if (!page) return []
      const { title, description = '' } = page
      return [{ params: { page: path }, props: { group: label, title, description } }]
    }),
  )
}) satisfies GetStaticPaths

export const GET: APIRoute<SocialWords> = async ({ props }) =>
  new Response(new Uint8Array(await drawSocialImage(props)))
