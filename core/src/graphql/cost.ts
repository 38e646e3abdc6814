import { limits, widths } from '@photofeed/openapi'
import {
  type DocumentNode,
  type FieldNode,
  GraphQLError,
  GraphQLIncludeDirective,
  GraphQLInt,
  GraphQLSkipDirective,
  getDirectiveValues,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
  valueFromAST,
} from 'graphql'
import { pageSizeOf, planOf } from '../page.ts'
import type { StoredAccount } from '../store.ts'

/** What to do about a result that is too large. */
const requestLess = 'Request fewer posts (first) or fewer fields.'

/** An operation that is about to run. */
export interface Operation {
  root: SelectionSetNode
  selectionOf: SelectionOf
  variables: Record<string, unknown>
}

/** What it costs to build a result. */
export interface Price {
  /** Posts that are read. */
  posts: number
  /** Those of each item in a list counted. */
  fields: number
  /** Of the JSON, with values of their usual length. */
  bytes: number
}

/** Computing more in one piece would stop all other requests for several milliseconds. */
const largest = { posts: 50, fields: 300, bytes: 200_000 } satisfies Price

/** Whether a result is computed in turns. */
export function isLarge({ posts, fields, bytes }: Price): boolean {
  return posts > largest.posts || fields > largest.fields || bytes > largest.bytes
}

/**
 * Returns the price of the result, or an error if it is too high, before anything is read. Each field counts as often as
 * the lists around it are long: `posts` by `first`, other lists by their usual length. An alias costs as much as its field.
 */
export function priceOf(account: StoredAccount, operation: Operation): Price | GraphQLError {
  const { root, selectionOf, variables } = operation
  const { readablePosts } = planOf(account)
  const selection = selectionOf(root)
  const price = { posts: 0, fields: selection.fields.length, bytes: selection.bytes }
  for (const field of selection.fields) {
    const { selectionSet } = field
    if (!selectionSet) continue
    if (field.name.value.startsWith('__')) {
      if (hasAlias(field, selectionOf)) {
        return new GraphQLError('Aliases are not supported in queries of the schema.')
      }
      continue
    }
    const first = field.name.value === 'post' ? 1 : pageSizeOf(account, firstOf(field, variables))
    // A plan with a fixed number of posts reads all of them, and then selects.
    price.posts += readablePosts ?? first
    const { fields, bytes } = priceOfObjects(selectionSet, first, selectionOf)
    price.fields += fields
    price.bytes += bytes
  }
  if (price.posts > limits.graphqlPosts) {
    return new GraphQLError(
      `The query must not read more than ${limits.graphqlPosts} posts, all root fields together. Request fewer posts (first) or fewer root fields.`,
    )
  }
  if (price.fields > limits.graphqlResultFields) return tooManyFields()
  return price.bytes > limits.graphqlResultBytes ? tooManyBytes() : price
}

export function tooManyFields(): GraphQLError {
  return new GraphQLError(
    `The result must not have more than ${limits.graphqlResultFields} fields, those of each item in a list counted. ${requestLess}`,
  )
}

export function tooManyBytes(): GraphQLError {
  return new GraphQLError(
    `The result must not be larger than ${limits.graphqlResultBytes} bytes. ${requestLess}`,
  )
}

/** The usual length of values as JSON; captions, which fill most results, by the longest. Numbers and others are short. */
const usualBytes: Partial<Record<string, number>> = {
  caption: 2202,
  biography: 152,
  altText: 102,
  text: 62,
  ...{ username: 32, name: 32, status: 16, type: 16, id: 20 },
  ...{ mediaUrl: 92, thumbnailUrl: 92, profilePictureUrl: 92, url: 92, permalink: 52, website: 52 },
  // Counted with its name, because it is in every selection.
  __typename: 0,
  ...{ nextCursor: 62, prevCursor: 62, publishedAt: 28, timestamp: 28, lastFetchAt: 28 },
}
const bytesOfOthers = 6

/** The price of the objects of a root field together. */
function priceOfObjects(
  root: SelectionSetNode,
  first: number,
  selectionOf: SelectionOf,
): Pick<Price, 'fields' | 'bytes'> {
  const sizes = new Map([
    ['posts', first],
    ['children', limits.graphqlChildren],
    ['comments', limits.graphqlComments],
    ['sizes', widths.length],
  ])
  const known = new Map<SelectionSetNode, Pick<Price, 'fields' | 'bytes'>>()
  function priceOfObject(set: SelectionSetNode): Pick<Price, 'fields' | 'bytes'> {
    const counted = known.get(set)
    if (counted) return counted
    const selection = selectionOf(set)
    const sum = { fields: selection.fields.length, bytes: selection.bytes }
    for (const { name, selectionSet } of selection.fields) {
      if (selectionSet) {
        const size = sizes.get(name.value) ?? 1
        const { fields, bytes } = priceOfObject(selectionSet)
        sum.fields += size * fields
        // With brackets and commas.
        sum.bytes += size * (bytes + 1) + 1
      } else sum.bytes += usualBytes[name.value] ?? bytesOfOthers
    }
    known.set(set, sum)
    return sum
  }
  return priceOfObject(root)
}

function firstOf(field: FieldNode, variables: Record<string, unknown>): number | null {
  const value = field.arguments?.find(({ name }) => name.value === 'first')?.value
  return (
    (value && (valueFromAST(value, GraphQLInt, variables) as number | null | undefined)) ?? null
  )
}

/** The schema is small, so only aliases can make its description large. */
function hasAlias(root: FieldNode, selectionOf: SelectionOf): boolean {
  const seen = new Set<SelectionSetNode>()
  const isAliased = ({ alias, selectionSet }: FieldNode): boolean => {
    if (alias) return true
    if (!selectionSet || seen.has(selectionSet)) return false
    seen.add(selectionSet)
    return selectionOf(selectionSet).fields.some(isAliased)
  }
  return isAliased(root)
}

/** The fields of one object in the result. */
export interface Selection {
  fields: FieldNode[]
  /** Of the object as JSON, without the values of its fields. */
  bytes: number
}

/** Returns the selection of a selection set of the operation that runs. */
export type SelectionOf = (set: SelectionSetNode) => Selection

/** Quotation marks, colon and comma. */
const bytesAroundName = 4
/** The longest name of a type is "Pagination". */
const bytesOfTypeName = 12

/**
 * Creates the function that expands fragments, and leaves out what `@skip` and `@include` exclude, as execution does. Fields
 * with equal names count each time, although execution merges them. The document is valid, so every fragment exists.
 */
export function createSelections(
  document: DocumentNode,
  variables: Record<string, unknown>,
): SelectionOf {
  const fragments = new Map(
    document.definitions
      .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment.selectionSet]),
  )
  const known = new Map<SelectionSetNode, Selection>()

  function isIncluded(node: SelectionNode): boolean {
    if (!node.directives?.length) return true
    const skip = getDirectiveValues(GraphQLSkipDirective, node, variables)
    const include = getDirectiveValues(GraphQLIncludeDirective, node, variables)
    return skip?.if !== true && include?.if !== false
  }

  function addFields(set: SelectionSetNode, fields: FieldNode[], spread: Set<string>): void {
    for (const node of set.selections) {
      if (!isIncluded(node)) continue
      if (node.kind === Kind.FIELD) fields.push(node)
      else if (node.kind === Kind.INLINE_FRAGMENT) addFields(node.selectionSet, fields, spread)
      else if (!spread.has(node.name.value)) {
        spread.add(node.name.value)
        const fragment = fragments.get(node.name.value)
        if (fragment) addFields(fragment, fields, spread)
      }
    }
  }

  return (set) => {
    let selection = known.get(set)
    if (!selection) {
      const fields: FieldNode[] = []
      addFields(set, fields, new Set())
      // Two braces, and a comma less than fields.
      let bytes = 1
      for (const { alias, name } of fields) {
        bytes += (alias ?? name).value.length + bytesAroundName
        if (name.value === '__typename') bytes += bytesOfTypeName
      }
      selection = { fields, bytes }
      known.set(set, selection)
    }
    return selection
  }
}
