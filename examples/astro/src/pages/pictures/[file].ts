import type { APIRoute } from 'astro'
import { loadFeed } from '../../feed.ts'

/** Writes the pictures of the feed into the site, so that visitors request nothing from other hosts. */
export async function getStaticPaths() {
  const { posts } = await loadFeed()
  return posts.flatMap(({ picture }) =>
    picture ? { params: { file: picture.file }, props: { bytes: picture.bytes } } : [],
  )
}

export const GET: APIRoute = ({ props }) => new Response(props.bytes)
