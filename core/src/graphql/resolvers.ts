import type { Account, Post, QueryMeArgs, QueryPostArgs, Size } from '@photofeed/graphql'
import {
  type FilterName,
  type ImageFormat,
  type Ordering,
  parameters,
  type Schemas,
} from '@photofeed/openapi'
import type { GraphQLResolveInfo } from 'graphql'
import { GraphQLError } from 'graphql'
import { accountResource } from '../accounts.ts'
import { newestFirst, type PageQuery, pageRequest, planOf, readPost, selectPage } from '../page.ts'
import { nameOf, type PostForm, postResource } from '../posts.ts'
import { parseFormat, readFilters } from '../query.ts'
import type { Call, WorkQueue } from '../request.ts'
import { withoutCache } from '../respond.ts'
import type { StoredAccount, StoredPost } from '../store.ts'

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
  nextTurn?: WorkQueue['nextTurn'],
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
      const { posts, pagination } = await selectPage(
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

/** The arguments of `me`, read by the same rules as the parameters of /api/v1/me. */
export interface MeArguments extends Omit<PageQuery, 'comments'> {
  format: ImageFormat
}

/**
 * Reads the arguments of `me`.
 * @throws GraphQLError with `extensions.validation` for broken rules, and without for an invalid date (7.4).
 */
export function readMeArguments(args: QueryMeArgs, fieldName: string): MeArguments {
  const { first, cursor, page: _, format: formatName, orderBy, ...texts } = args
  // A type error here names an argument of the schema that is not read.
  texts satisfies { [Name in keyof typeof texts]: Name extends FilterName ? unknown : never }
  const validation: Record<string, string[]> = {}
  const invalidDates: string[] = []
  const size = parameters['page[size]']

  const pageSize = first ?? null
  if (pageSize !== null && pageSize < size.minimum) {
    validation.first = [size.messages.minimum.replace('page[size]', 'first')]
  }
  const filter = readFilters(({ name, parameter, parse, message }) => {
    // A type error here means that schema.graphql lacks the argument of a filter.
    const text = texts[name]
    if (text == null) return null
    const value = parse(text)
    if (value !== null) return value
    // The message of the REST parameter, in the argument's own name.
    const ownMessage = message.replace(parameter, name)
    if ('endOfDay' in parameters[parameter]) invalidDates.push(ownMessage)
    else validation[name] = [ownMessage]
    return null
  })
  let format: ImageFormat | null = parameters.format.default
  if (formatName != null) {
    format = parseFormat(formatName)
    if (!format) validation.format = [parameters.format.messages.enum]
  }
  if (Object.keys(validation).length > 0 || !format) {
    throw new GraphQLError(`Validation failed for the field [${fieldName}].`, {
      extensions: { validation },
    })
  }
  const [invalidDate] = invalidDates
  if (invalidDate !== undefined) throw new GraphQLError(invalidDate)
  return { ...filter, pageSize, cursor: cursor ?? null, format, order: readOrder(orderBy) }
}

function readOrder(orderBy: QueryMeArgs['orderBy']): Ordering {
  const clause = orderBy?.[0]
  if (!clause) return newestFirst
  return {
    by: clause.column === 'ID' ? 'position' : 'publishedAt',
    direction: clause.order === 'ASC' ? 'asc' : 'desc',
  }
}
