import { fieldLimits } from '@photofeed/openapi'
import type { StoredAccount, StoredPost } from './store.ts'

/** The most that a value may have, by the keywords of openapi.yaml: characters of a text, items of a list, or a number. */
export interface FieldLimit {
  readonly maxLength?: number
  readonly maxItems?: number
  readonly maximum?: number
}

type Limits = Readonly<Record<string, FieldLimit>>

/** The limits of fields, by schema and field. */
export type SchemaLimits = Readonly<Record<string, Limits>>

/** Every limit of a field in openapi.yaml. */
export const limitsOfFields: SchemaLimits = fieldLimits

/** Returns the beginning of a text or list, or the highest number, that a limit allows. A value within the limit is returned itself. */
export function shorten<Value>(value: Value, limit: FieldLimit): Value
export function shorten(value: unknown, limit: FieldLimit): unknown {
  const { maxLength = Infinity, maxItems = Infinity, maximum = Infinity } = limit
  // JSON Schema counts characters, not UTF-16 units, of which a text has at least as many.
  if (typeof value === 'string' && value.length > maxLength) {
    return [...value].slice(0, maxLength).join('')
  }
  if (Array.isArray(value) && value.length > maxItems) return value.slice(0, maxItems)
  return typeof value === 'number' ? Math.min(value, maximum) : value
}

/** Returns an account as openapi.yaml allows its profile. */
export function limitAccount(account: StoredAccount, limits = limitsOfFields): StoredAccount {
  const profile = limitFields(account.profile, limits.Account)
  return profile === account.profile ? account : { ...account, profile }
}

/** Returns a post as openapi.yaml allows it, with its items and comments: the post itself, if it exceeds nothing. */
export function limitPost(post: StoredPost, limits = limitsOfFields): StoredPost {
  const children = limitItems(post.children, limits.Child)
  const comments = limitItems(post.comments, limits.Comment)
  const isSame = children === post.children && comments === post.comments
  return limitFields(isSame ? post : { ...post, children, comments }, limits.Post)
}

function limitItems<Item extends object>(items: Item[], limits?: Limits): Item[] {
  if (!limits) return items
  const limited = items.map((item) => limitFields(item, limits))
  return limited.every((item, index) => item === items[index]) ? items : limited
}

/** Caches of rendered posts know a stored object by its identity, so one within its limits is returned itself. */
function limitFields<Item extends object>(item: Item, limits: Limits = {}): Item {
  const changes = Object.entries(limits).flatMap(([field, limit]) => {
    const value: unknown = Reflect.get(item, field)
    const shortened = shorten(value, limit)
    return shortened === value ? [] : [[field, shortened]]
  })
  return changes.length === 0 ? item : { ...item, ...Object.fromEntries(changes) }
}
