import type { Account, Post, QueryMeArgs, QueryPostArgs, Size } from '@photofeed/graphql'
import { parameters, type Schemas } from '@photofeed/openapi'
import type { GraphQLResolveInfo } from 'graphql'
import { accountResource } from './accounts.ts'
import { readMeArguments } from './graphql-arguments.ts'
import { pageRequest, planOf, readPage, readPost } from './post-page.ts'
import { nameOf, type PostForm, postResource } from './post-resource.ts'
import { withoutCache } from './render-cache.ts'
import type { Call, NextTurn } from './request.ts'
import type { StoredAccount, StoredPost } from './store.ts'

/** The fields of a post that cost more than all others, and whether a document names them. */
export type NamedFields = Pick<PostForm, 'sizes' | 'children' | 'comments'>

/** The account as it is resolved: each post in a turn of its own. */
interface ResolvedAccount extends Omit<Account, 'posts'> {
  posts: Post[] | Promise<Post>[]
}

/** The resolvers of the Query type; every field below them is a plain value or, in a large result, a promise of one. */
export function graphqlRoot(
  { account, context }: Call,
  { sizes, children, comments }: NamedFields,
  nextTurn?: NextTurn,
) {
  const { cdnUrl, rendered = withoutCache } = context
  const form: PostForm = {
    cdnUrl,
    sizes: sizes && planOf(account).sizes,
    format: parameters.format.default,
    children,
    comments,
  }
  const renderAccount = (stored: StoredAccount) => accountResource(stored, cdnUrl)
  const postsIn = (form: PostForm) =>
    rendered(`post of GraphQL, ${nameOf(form)}`, (post: StoredPost) => graphqlPost(post, form))
  return {
    async me(
      args: QueryMeArgs,
      _: unknown,
      { path }: GraphQLResolveInfo,
    ): Promise<ResolvedAccount> {
      const { format, ...query } = readMeArguments(args, String(path.key))
      await nextTurn?.()
      const { posts, pagination } = await readPage(
        context.store,
        account,
        pageRequest(account, { ...query, comments }),
      )
      await nextTurn?.()
      const found: Post[] = posts.map(postsIn({ ...form, format }))
      return {
        ...rendered(`account, ${cdnUrl}`, renderAccount)(account),
        // Nobody waits for these promises once the budget is spent, so they must not reject.
        posts: nextTurn ? found.map((post) => nextTurn().then(() => post)) : found,
        pagination,
      }
    },
    async post({ id }: QueryPostArgs): Promise<Post | null> {
      const post = await readPost(context.store, account, id)
      return post && postsIn(form)(post)
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
