import { sdl } from '@photofeed/graphql'
import { buildSchema } from 'graphql'
import { expect, test } from 'vitest'
import { isObject } from '../http/exchange.ts'
import { definition } from '../judging/definition.ts'
import { catalog } from './catalog.ts'
import { requirements, rulesOf } from './requirements.ts'

const ids = catalog.map(({ id }) => id)

test('ids are unique and permanent: baselines contain them', () => {
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter((id) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))).toEqual([])
})

test('every sentence of the specification that can be decided has a rule that is no assumption', () => {
  const undecided = requirements.filter((requirement) => {
    const rules = rulesOf(requirement, ids)
    const firm = catalog.filter(({ id, level }) => rules.includes(id) && level !== 'assumed')
    return !('undecidable' in requirement) && firm.length === 0
  })
  expect(undecided).toEqual([])
})

test('every must decides a sentence of the specification', () => {
  const deciding = new Set(requirements.flatMap((requirement) => rulesOf(requirement, ids)))
  const idle = catalog.filter(({ id, level }) => level === 'must' && !deciding.has(id))
  expect(idle.map(({ id }) => id)).toEqual([])
})

test('every parameter of the definition and each of its messages has a rule', () => {
  const parameters = definition('#/components/parameters') as Record<string, object>
  const places = Object.entries(parameters).flatMap(([name, parameter]) => {
    const messages = 'x-messages' in parameter ? Object.keys(Object(parameter['x-messages'])) : []
    return [name, ...messages.map((keyword) => `${name}/x-messages/${keyword}`)]
  })
  const idle = places.filter((place) => {
    const pointer = `#/components/parameters/${place}/`
    return !catalog.some(({ definedAt }) => `${definedAt}/`.startsWith(pointer))
  })
  expect(idle).toEqual([])
})

test('every argument of me has a rule', () => {
  const me = buildSchema(sdl).getQueryType()?.getFields().me
  const idle = me?.args.filter(({ name }) => {
    return !catalog.some(({ definedAt }) => definedAt === `Query.me(${name}:)`)
  })
  expect(idle?.map(({ name }) => name)).toEqual([])
})

test('what the definition calls assumed never fails a deployment', () => {
  const wrong = catalog.filter(({ level, definedAt }) => {
    const node: unknown = definedAt.startsWith('#') && definition(definedAt)
    return level === 'must' && isObject(node) && 'x-assumed' in node
  })
  expect(wrong.map(({ id }) => id)).toEqual([])
})

test('every rule says where it is defined, in a sentence that ends', () => {
  const wrong = catalog.filter(({ sentence }) => !/^[`A-Z/a-z].*\.$/.test(sentence))
  expect(wrong.map(({ id }) => id)).toEqual([])
})
