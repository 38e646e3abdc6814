import { type Mutant, mutantsOf, onJson, queryOf } from './mutant.ts'
import { ignoring, otherQuery } from './other-query.ts'
import { filterPosts, onPage } from './quiet-account.ts'

const isFree = (page: { pagination: { perPage: number } }) => page.pagination.perPage === 6

/** Takes the post away that is published exactly at the bound. */
function exclusive(name: string): Mutant['handle'] {
  return onJson('/api/v1/me', (page, request) => {
    const bound = queryOf(request).get(name)
    const isPlain = bound?.endsWith('+00:00') && [2, 3].includes(queryOf(request).size)
    if (isPlain && !isFree(page)) filterPosts(page, ({ timestamp }) => timestamp !== bound)
  })
}

const ofType = (type: string) => (query: URLSearchParams) => query.get('filter[type]') === type
const findsNothing = (type: string) =>
  onPage(ofType(type), (page) => filterPosts(page, () => false))

const [after, before] = ['filter[publishedAfter]', 'filter[publishedBefore]'] as const

const value = (name: string) => (query: URLSearchParams) => query.get(name) ?? ''
const isDay = (name: string) => (query: URLSearchParams) =>
  /^[\d-]{10}$/.test(value(name)(query)) && !query.has(name === after ? before : after)

// biome-ignore format: a row for each mutant
const ofQueries = mutantsOf<Parameters<typeof otherQuery>>({
  'published-after-plain-date: a plain date in publishedAfter means the end of the day': [
    isDay(after), (query) => query.set(after, `${value(after)(query)}T23:59:59Z`)],
  'published-before-plain-date: a plain date in publishedBefore means its start': [
    isDay(before), (query) => query.set(before, `${value(before)(query)}T00:00:00Z`)],
  'dates-in-utc: a date-time with a fraction of a second is invalid': [
    (query) => value(after)(query).endsWith('.000Z'), (query) => query.set(after, 'invalid')],
  'dates-with-offset: the minutes of a negative offset are added': [
    (query) => /T.*-03:30$/.test(value(before)(query)), (query) => query.set(before, value(before)(query).replace('-03:30', '-02:30'))],
}, (row) => otherQuery(...row))

// biome-ignore format: a row for each mutant
export const filterMutants = [...ofQueries, ...mutantsOf({
  'filter-type-selects: filter[type]=VIDEO leaves the other posts in': ignoring('filter[type]', ofType('VIDEO')),
  'filter-type: filter[type]=IMAGE loses a post': onPage(ofType('IMAGE'), (page) => filterPosts(page, (_, index) => index !== 1)),
  'filter-type: filter[type]=Video finds nothing': findsNothing('Video'),
  'filter-type: filter[type]=REELS finds nothing': findsNothing('REELS'),
  'published-after: publishedAfter leaves out the post at its time': exclusive(after),
  'published-before: publishedBefore leaves out the post at its time': exclusive(before),
  'filter-type: a filter on Free takes its six posts from all that are stored': onPage(
    ofType('IMAGE'), ({ posts }) => posts.push({ ...posts.at(-1), id: '1', timestamp: '2020-01-01T00:00:00+00:00' }), 'free'),
})]
