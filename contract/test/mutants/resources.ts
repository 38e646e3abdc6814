import { catalog } from '../../src/catalog/catalog.ts'
import { definition } from '../../src/judging/definition.ts'
import { type Json, keyOf, type Mutant, onBody, set } from './mutant.ts'
import { onQuietPage } from './quiet-account.ts'

const videoChild = (page: Json) =>
  page.posts
    .flatMap(({ children = [] }) => children)
    .find(({ mediaType, thumbnailUrl }: Json) => mediaType === 'VIDEO' && thumbnailUrl)

/** The object whose field is spoilt: the first one whose other fields do not depend on it. */
const spoilt: Record<string, (page: Json, field: string) => Json> = {
  AccountWithPosts: (page) => page,
  Post: (page, field) => page.posts[field === 'thumbnailUrl' ? 2 : 0],
  Child: (page, field) =>
    field === 'thumbnailUrl' ? videoChild(page) : page.posts[1].children?.[1],
  Pagination: (page) => page.pagination,
  Sizes: (page) => page.posts[0].sizes,
  Comment: (page) => page.posts[0].comments?.[0],
}

const place = /^#\/components\/schemas\/(\w+)\/properties\/(\w+)$/

/** One for each field that openapi.yaml lists: it has a value of a type that no field has, and of one with a limit, a value above it. */
export const resourceMutants: Mutant[] = catalog.flatMap(({ id, definedAt }): Mutant[] => {
  const [, schema = '', field = ''] = definedAt.match(place) ?? []
  const find = spoilt[schema]
  const isFieldRule = id.endsWith(
    field.replace(/_/g, '-').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
  )
  if (!find || !isFieldRule) return []
  const found = definition(definedAt)
  const { type, $ref, anyOf } = found
  const isContainer =
    /array|object|Pagination$/.test(`${type} ${$ref}`) || anyOf || field === 'sizes'
  const withValue = (defect: string, value: unknown): Mutant => ({
    breaks: id,
    defect: `${schema}.${field} ${defect}`,
    handle: onQuietPage((page) => {
      const object = find(page, field)
      if (object && field in object) object[field] = value
    }),
  })
  const above = aboveLimit(found)
  return [
    withValue('has the wrong type', isContainer ? 7 : { wrong: true }),
    ...(above === null ? [] : [withValue('exceeds its limit by one', above)]),
  ]
})

/** A value that exceeds the limit of a field by one. */
function aboveLimit({ maxLength, maximum }: Record<string, unknown>): string | number | null {
  if (maxLength !== undefined) return 'x'.repeat(Number(maxLength) + 1)
  return maximum === undefined ? null : Number(maximum) + 1
}

/** On the response to an empty key, whose code only an assumed rule looks at. */
export const errorEntryMutants: Mutant[] = ['status', 'code', 'title', 'detail'].map((field) => ({
  breaks: `error-entry-${field}`,
  defect: `the ${field} of an error entry is no string`,
  handle: onBody((request) => keyOf(request) === '', set(`errors.0.${field}`, 7)),
}))
