import type { Ordering } from '@photofeed/openapi'
import type { PostPosition } from './store.ts'

/** A place in one ordering, and the way to go on from it. */
export interface Cursor {
  place: PostPosition
  backwards: boolean
}

const form = /^([np]) (publishedAt|position) (asc|desc) (-?\d{1,15}) (-?\d{1,15})$/

/** Makes a cursor of URL-safe characters. It holds positions only: nothing of another account can be read with it. */
export function encodeCursor({ place, backwards }: Cursor, order: Ordering): string {
  const way = backwards ? 'p' : 'n'
  return toBase64Url(`${way} ${order.by} ${order.direction} ${place.publishedAt} ${place.position}`)
}

/** Null for every text that is not a cursor of this ordering: it then means the first page. */
export function decodeCursor(text: string, order: Ordering): Cursor | null {
  const match = form.exec(fromBase64Url(text))
  if (!match) return null
  const [, way, by, direction, publishedAt, position] = match
  if (by !== order.by || direction !== order.direction) return null
  return {
    place: { publishedAt: Number(publishedAt), position: Number(position) },
    backwards: way === 'p',
  }
}

function toBase64Url(text: string): string {
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function fromBase64Url(text: string): string {
  if (!/^[\w-]{1,120}$/.test(text)) return ''
  try {
    return atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  } catch {
    return ''
  }
}
