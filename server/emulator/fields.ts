import { graphError } from './errors.ts'
import type { Fault } from './faults.ts'

/** The fields that a request selects, like `id,children{id,media_url}`. */
export type Fields = Map<string, Fields | null>

type Json = Record<string, unknown>

/** Splits where no brace is open. */
export function parseFields(text: string): Fields {
  const fields: Fields = new Map()
  for (const [, name = '', expansion] of text.matchAll(/([^,{}]+)(?:\{([^{}]*)\})?/g)) {
    fields.set(name.trim(), expansion === undefined ? null : parseFields(expansion))
  }
  return fields
}

const postFields = [
  ...(['id', 'caption', 'alt_text', 'media_type', 'media_product_type', 'media_url'] as const),
  ...(['thumbnail_url', 'permalink', 'timestamp', 'like_count', 'comments_count'] as const),
  ...(['children', 'comments'] as const),
]
export type PostField = (typeof postFields)[number]

/** What the platform knows of each kind of object. */
export const knownFields = {
  profile: new Set(
    'user_id,id,username,name,account_type,profile_picture_url,followers_count,follows_count,media_count,biography,website'.split(
      ',',
    ),
  ),
  post: new Set<string>(postFields),
  item: new Set('id,media_type,media_url,thumbnail_url,permalink,timestamp,alt_text'.split(',')),
  comment: new Set('id,text,timestamp,like_count,username'.split(',')),
}

type Kind = keyof typeof knownFields

const edges: Record<string, Kind> = { children: 'item', comments: 'comment' }

/** Throws the platform's error about a field that it does not know, or that `lacks` names. Also a page without posts has it. */
export function expectKnown(fields: Fields, kind: Kind, lacks: Fault['lacks'] = {}): void {
  const missing: Partial<Record<Kind, readonly string[]>> = lacks
  for (const [name, expansion] of fields) {
    if (!knownFields[kind].has(name) || missing[kind]?.includes(name))
      throw unknownField(name, kind)
    const edge = edges[name]
    if (edge && expansion) expectKnown(expansion, edge, lacks)
  }
}

/** Returns the selected fields of an object, and its `id`. */
export function select(json: Json, fields: Fields): Json {
  const selected: Json = {}
  for (const [name, expansion] of fields) {
    const value = edges[name] ? selectItems(json[name], expansion) : json[name]
    if (value !== undefined) selected[name] = value
  }
  return { ...selected, id: json.id }
}

function selectItems(edge: unknown, fields: Fields | null): unknown {
  const items = (edge as { data: Json[] } | undefined)?.data
  return items && { data: items.map((item) => select(item, fields ?? new Map())) }
}

/** As the platform names them. */
const nodeTypes = { profile: 'IGUser', post: 'IGMedia', item: 'IGMedia', comment: 'IGComment' }

function unknownField(name: string, kind: Kind) {
  return graphError({
    code: 100,
    type: 'IGApiException',
    message: `(#100) Tried accessing nonexisting field (${name}) on node type (${nodeTypes[kind]})`,
  })
}
