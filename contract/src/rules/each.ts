// What rules about single objects of a response are made of.
import type { Exchange } from '../http/exchange.ts'
import type { Finding } from '../judging/finding.ts'
import type { Instance } from './schema-rules.ts'

/** Finds the objects of a kind in a response. */
export type Find = (exchange: Exchange) => Instance[]

/** Judges each object of a kind by itself. */
export function each(
  find: Find,
  judge: (value: Record<string, unknown>, at: string, exchange: Exchange) => Finding[],
) {
  return {
    about: (exchange: Exchange) => find(exchange).length > 0,
    judge: (exchange: Exchange) =>
      find(exchange).flatMap(({ at, value }) => judge(value, at, exchange)),
  }
}

/** Only the objects that pass the test. */
export function only<Value>(find: Find, test: (value: Value) => boolean): Find {
  return (exchange) => find(exchange).filter(({ value }) => test(value as Value))
}

/** Only in responses to accounts of a plan. */
export function ofPlan(plan: string, find: Find): Find {
  return (exchange) => (exchange.account.plan === plan ? find(exchange) : [])
}
