import { type Mutant, mutantsOf, onBody, queryOf } from './mutant.ts'
import { ignoring, otherQuery } from './other-query.ts'

/** Whether a parameter, alone beside the key, has one of these values. */
const is =
  (name: string, ...values: string[]) =>
  (query: URLSearchParams) =>
    query.size === 2 && values.includes(query.get(name) ?? '')

/** A server that lets a wrong value pass, as if the parameter were not there. */
function lenient(breaks: string, name: string, ...values: string[]): Mutant {
  return {
    breaks,
    defect: `${name}=${values[0]} is ignored`,
    handle: ignoring(name, is(name, ...values)),
  }
}

export const validationMutants: Mutant[] = [
  lenient('page-size-integer', 'page[size]', 'many', '1.5'),
  lenient('page-size-minimum', 'page[size]', '0', '-5'),
  ...mutantsOf({
    'semicolons-are-text: a semicolon separates parameters': (request, respond) =>
      respond(new Request(request.url.replace(/;[^&]*/, ''), request)),
    'page-size-maximum: a page[size] above the maximum is reduced on Premium':
      reducedAbove('premium'),
    'page-size-maximum: a page[size] above the maximum is reduced on Free': reducedAbove('free'),
  }),
  lenient('filter-type-unknown', 'filter[type]', 'PICTURE'),
  lenient('published-after-date', 'filter[publishedAfter]', 'yesterday'),
  lenient('published-before-date', 'filter[publishedBefore]', 'yesterday'),
  lenient('sort-unknown', 'sort', 'likes'),
  lenient('include-is-array', 'include', 'children'),
  lenient('include-unknown', 'include[]', 'likes'),
  lenient('format-unknown', 'format', 'png'),
  ...mutantsOf({
    'format-lower-case: the letter case of format does not matter': otherQuery(
      is('format', 'WEBP'),
      (query) => query.set('format', 'webp'),
    ),
    'one-entry-per-problem: only the first problem is reported': onBody(
      (_, { status }) => status === 422,
      ({ errors }) => errors.splice(1),
    ),
  }),
]

/** Requests the maximum where more was requested, when the account has the plan. */
function reducedAbove(plan: 'free' | 'premium'): Mutant['handle'] {
  return async (request, respond) => {
    if (queryOf(request).get('page[size]') !== '101') return respond(request)
    const reduced = await respond(new Request(request.url.replace('=101', '=100')))
    const { pagination } = await reduced.clone().json()
    return (pagination.perPage === 6) === (plan === 'free') ? reduced : respond(request)
  }
}
