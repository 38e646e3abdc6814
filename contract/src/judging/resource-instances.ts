// Where the objects of the contract are in responses. Values are as they were sent: rules about their fields judge the types.
import type { PlanName, Schemas } from '@photofeed/openapi'
import { type Exchange, once, type SurveyedAccount } from '../http/exchange.ts'
import { isObject } from '../http/json.ts'
import { join } from './definition.ts'
import type { Expect } from './expect.ts'
import type { Need } from './needs.ts'
import { type ErrorEntry, errorsOf, isPage } from './responses.ts'
import type { Judgment } from './rule.ts'

interface Instance<Value = Record<string, unknown>> {
  at: string
  value: Value
}

/** Finds the objects of a kind in a response. For equal bodies it returns the same list. */
export type Find<Value = Record<string, unknown>> = (
  exchange: Exchange,
) => readonly Instance<Value>[]

/** Judges each object of a kind by itself. A list that passed is not judged again. */
export function each<Value>(
  find: Find<Value>,
  judge: (value: Value, at: string, expect: ReturnType<Expect['of']>) => void,
) {
  const passed = new WeakSet<readonly Instance<Value>[]>()
  return {
    about: (exchange: Exchange) => find(exchange).length > 0,
    judge(exchange: Exchange, expect: Expect) {
      const instances = find(exchange)
      if (passed.has(instances)) return
      const before = expect.findings.length
      const expectIn = expect.of(exchange)
      for (const { at, value } of instances) judge(value, at, expectIn)
      if (expect.findings.length === before) passed.add(instances)
    },
  }
}

/** A rule about one field of each object that `find` returns; `expected` describes its value for people. */
export function fieldJudgment(
  find: Find<object>,
  name: string,
  expected: string,
  isValid: (got: unknown, value: object) => boolean,
  ...needs: Need[]
): Judgment {
  const judgment = each(find, (value, at, expect) => {
    const got: unknown = Reflect.get(value, name)
    expect.that(isValid(got, value), join(at, name), expected, got)
  })
  return { ...judgment, ...(needs.length > 0 && { needs }) }
}

/** Judges each object of a kind with the response in which it is. */
export function eachIn<Value>(
  find: Find<Value>,
  judge: (value: Value, at: string, exchange: Exchange, expect: Expect) => void,
) {
  return {
    about: (exchange: Exchange) => find(exchange).length > 0,
    judge(exchange: Exchange, expect: Expect) {
      for (const { at, value } of find(exchange)) judge(value, at, exchange, expect)
    },
  }
}

/** That no object of a kind has these fields. */
export function eachLacks(find: Find<object>, fields: readonly string[]) {
  return each(find, (value, at, expect) => {
    for (const field of fields) expect.same(`${at}.${field}`, undefined, Reflect.get(value, field))
  })
}

/** Only the objects that pass the test. */
export function only<Value>(find: Find<Value>, test: (value: Value) => boolean): Find<Value> {
  const passing = once((list: readonly Instance<Value>[]) =>
    list.filter(({ value }) => test(value)),
  )
  return (exchange) => passing(find(exchange))
}

/** Only in responses to accounts of a plan. */
export function ofPlan<Value>(plan: PlanName, find: Find<Value>): Find<Value> {
  return (exchange) => (exchange.account.plan === plan ? find(exchange) : [])
}

const pages: Find<Schemas['AccountWithPosts']> = (exchange) =>
  isPage(exchange) ? pageIn(exchange.json as object) : []

const pageIn = once((json: object) => objects<Schemas['AccountWithPosts']>('', json))

const postsOf = once((page: Schemas['AccountWithPosts']) =>
  inList<Schemas['Post']>('posts', page.posts),
)

const childrenOf = once((page: Schemas['AccountWithPosts']) =>
  postsOf(page).flatMap(({ at, value }) =>
    inList<Schemas['Child']>(`${at}.children`, value.children),
  ),
)

function commentsOf(page: Schemas['AccountWithPosts']): Instance<Schemas['Comment']>[] {
  return postsOf(page).flatMap(({ at, value }) => inList(`${at}.comments`, value.comments))
}

function sizesOf(page: Schemas['AccountWithPosts']): Instance<Schemas['Sizes']>[] {
  return [...postsOf(page), ...childrenOf(page)].flatMap(({ at, value }) =>
    objects<Schemas['Sizes']>(`${at}.sizes`, value.sizes),
  )
}

/** What is on the page of a response. */
function onPage<Value>(
  read: (page: Schemas['AccountWithPosts']) => Instance<Value>[],
): Find<Value> {
  const readOnce = once(read)
  return (exchange) => {
    const [page] = pages(exchange)
    return page ? readOnce(page.value) : []
  }
}

const errorEntriesOf = once((json: object) => inList<ErrorEntry>('errors', errorsOf({ json })))

export const all = {
  pages,
  posts: onPage(postsOf),
  children: onPage(childrenOf),
  postsAndChildren: onPage((page): Instance<Schemas['Post'] | Schemas['Child']>[] => [
    ...postsOf(page),
    ...childrenOf(page),
  ]),
  paginations: onPage(({ pagination }) => objects<Schemas['Pagination']>('pagination', pagination)),
  comments: onPage(commentsOf),
  /** Of posts and of their children. */
  sizes: onPage(sizesOf),
  /** What has an id and a time. */
  withIds: onPage((page): Instance<{ id: unknown; timestamp: unknown }>[] => [
    ...postsOf(page),
    ...childrenOf(page),
    ...commentsOf(page),
  ]),
  withUrls: onPage((page): Instance<object>[] => [
    { at: '', value: page },
    ...postsOf(page),
    ...childrenOf(page),
    ...sizesOf(page),
  ]),
  errorEntries: (({ status, json }) =>
    status < 400 || !isObject(json) ? [] : errorEntriesOf(json)) satisfies Find<ErrorEntry>,
}

/** What the survey read first of an account. */
export const firstPageOf = ({ exchanges: [everything] }: SurveyedAccount) =>
  everything && pages(everything)[0]?.value

function inList<Value>(at: string, list: unknown): Instance<Value>[] {
  if (!Array.isArray(list)) return []
  return list.flatMap((value, index) => objects<Value>(`${at}[${index}]`, value))
}

function objects<Value>(at: string, value: unknown): Instance<Value>[] {
  return isObject(value) ? [{ at, value: value as Value }] : []
}
