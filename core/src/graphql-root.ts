import type { Account, Post, QueryMeArgs, QueryPostArgs, Size } from '@photofeed/graphql'
import { parameters, type Schemas } from '@photofeed/openapi'
import type { GraphQLResolveInfo } from 'graphql'
import { accountResource } from './accounts.ts'
import { readMeArguments } from './graphql-arguments.ts'
import { pageRequest, planOf, readPage, readPost } from './post-page.ts'
import { type PostForm, postResource } from './post-resource.ts'
import type { Call } from './request.ts'
import type { StoredPost } from './store.ts'

/** The fields of a post that cost more than all others, and whether a document names them. */
export type NamedFields = Pick<PostForm, 'sizes' | 'children' | 'comments'>

/** The resolvers of the Query type; every field below them is a plain value. */
export function graphqlRoot(
  { account, context }: Call,
  { sizes, children, comments }: NamedFields,
) {
  const form: PostForm = {
    cdnUrl: context.cdnUrl,
    sizes: sizes && planOf(account).sizes,
    format: parameters.format.default,
    children,
    comments,
  }
  return {
    async me(args: QueryMeArgs, _: unknown, { path }: GraphQLResolveInfo): Promise<Account> {
      const { format, ...query } = readMeArguments(args, String(path.key))
      const { posts, pagination } = await readPage(
        context.store,
        account,
        pageRequest(account, { ...query, comments }),
      )
      return {
        ...accountResource(account, context.cdnUrl),
        posts: posts.map((post) => graphqlPost(post, { ...form, format })),
        pagination,
      }
    },
    async post({ id }: QueryPostArgs): Promise<Post | null> {
      const post = await readPost(context.store, account, id)
      return post && graphqlPost(post, form)
    },
  }
}

/** A post in GraphQL's names. */
function graphqlPost(post: StoredPost, form: PostForm): Post {
  const {
    mediaType,
    timestamp,
    sizes,
    children = [],
    comments = [],
    ...same
  } = postResource(post, form)
  return {
    ...same,
    type: mediaType,
    publishedAt: timestamp,
    sizes: sizeList(sizes),
    children: children.map(({ mediaType, timestamp, sizes, ...child }) => ({
      ...child,
      type: mediaType,
      publishedAt: timestamp,
      sizes: sizeList(sizes),
    })),
    comments: comments.map(({ like_count, text = null, ...comment }) => ({
      ...comment,
      text,
      likeCount: like_count,
    })),
  }
}

/** Widths are the keys of `sizes` in REST; GraphQL has no names that begin with a digit. */
function sizeList(sizes: Schemas['Sizes'] | null | undefined): Size[] | null {
  if (!sizes) return null
  return Object.entries(sizes).map(([width, url]) => ({ width: Number(width), url }))
}
