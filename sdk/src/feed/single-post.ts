import { type PostData, PostDocument } from '@photofeed/graphql/operations'
import { sendDocument } from '../client/graphql-client.ts'
import type { RequestOptions } from '../client/options.ts'
import type { Client } from '../client/transport.ts'
import { GraphQLError } from '../errors/graphql-error.ts'
import type { Post, Sizes } from '../generated/resources.ts'
import type { FeedPost } from './selection.ts'

/** A post with its children and comments. */
export type SinglePost = FeedPost<['children', 'comments']>

/** Reads one post. REST has no endpoint for it, so it is read by GraphQL and gets the names of REST. */
export async function readPost(
  client: Client,
  id: string,
  options: RequestOptions,
): Promise<SinglePost | null> {
  const sending = sendDocument<PostData>(client, String(PostDocument), { id }, options)
  const { data } = await sending.catch(explainSchema)
  if (!data.post) return null
  const { children, comments, ...post } = data.post
  return {
    ...restNames(post),
    children: children.map((child) => ({ ...nothing, ...restNames(child) })),
    comments: comments.map(({ likeCount, text, ...comment }) => ({
      ...comment,
      ...(text !== null && { text }),
      like_count: likeCount,
    })),
  }
}

/** The document is ours: a service that follows section 4.2 alone may lack its fields, which is no mistake of the caller. */
function explainSchema(error: unknown): never {
  if (error instanceof GraphQLError && error.data === null)
    error.message = `The service lacks what feed.post() selects by GraphQL: ${error.errors[0].message}`
  throw error
}

type GraphQLPost = NonNullable<PostData['post']>

/** What a child does not have. */
const nothing = { caption: null, altText: null, likeCount: null, commentsCount: null } as const

function restNames<Media extends GraphQLPost | GraphQLPost['children'][number]>({
  type,
  publishedAt,
  sizes,
  ...same
}: Media) {
  const byWidth = sizes && Object.fromEntries(sizes.map(({ width, url }) => [width, url]))
  return {
    ...same,
    mediaType: type as Post['mediaType'],
    timestamp: publishedAt,
    ...(byWidth && { sizes: byWidth as unknown as Sizes }),
  }
}
