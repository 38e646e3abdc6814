import { sdl } from '@photofeed/graphql'
import { buildSchema, type GraphQLSchema } from 'graphql'
import { expect, test } from 'vitest'
import { isObject } from '../http/json.ts'
import { definition, resolve } from '../judging/definition.ts'
import { catalog } from './catalog.ts'
import { sections } from './sections.ts'
import { undecidable } from './undecidable.ts'

const ids = catalog.map(({ id }) => id)

test('ids are unique words between hyphens', () => {
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter((id) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))).toEqual([])
})

test('every section of the specification has a rule that is no assumption, or says why it has none', () => {
  const rules = catalog.filter(({ level }) => level !== 'assumed')
  const decided = [
    ...rules.map(({ section }) => section),
    ...undecidable.map(([section]) => section),
  ]
  // Section 2.7 refers to 7.1, and 2.8 promises nothing.
  const open = Object.keys(sections).filter(
    (number) =>
      !['2.7', '2.8'].includes(number) &&
      !decided.some((section) => section === number || section.startsWith(`${number}.`)),
  )
  expect(open).toEqual([])
})

test('every place that a rule names is in a definition', () => {
  const schema = buildSchema(sdl)
  const wrong = catalog.filter(({ definedAt }) =>
    definedAt.startsWith('#') ? resolve(definedAt) === null : !isInSchema(schema, definedAt),
  )
  expect(wrong.map(({ id, definedAt }) => `${id} ${definedAt}`)).toEqual([])
})

/** `Type`, `Type.field` or `Type.field(argument:)`. */
function isInSchema(schema: GraphQLSchema, place: string): boolean {
  const [, name = '', field, argument] = /^(\w+)(?:\.(\w+)(?:\((\w+):\))?)?$/.exec(place) ?? []
  const type = schema.getType(name)
  if (field === undefined) return type !== undefined
  const found = type && 'getFields' in type ? type.getFields()[field] : undefined
  if (argument === undefined || found === undefined) return found !== undefined
  return 'args' in found && found.args.some((one) => one.name === argument)
}

test('every parameter of the definition and each of its messages has a rule', () => {
  const parameters = definition('#/components/parameters') as Record<string, object>
  const places = Object.entries(parameters).flatMap(([name, parameter]) => {
    const messages = 'x-messages' in parameter ? Object.keys(Object(parameter['x-messages'])) : []
    return [name, ...messages.map((keyword) => `${name}/x-messages/${keyword}`)]
  })
  const idle = places.filter((place) => {
    const pattern = new RegExp(`/parameters/${place}(/(?!x-messages).*)?$`)
    return !catalog.some(({ definedAt }) => pattern.test(definedAt))
  })
  expect(idle).toEqual([])
})

test('every argument of me has a rule, or is named by one', () => {
  const me = buildSchema(sdl).getQueryType()?.getFields().me
  const rules = catalog.filter(({ id }) => id.startsWith('graphql-'))
  const idle = me?.args.filter(
    ({ name }) =>
      !rules.some(
        ({ definedAt, sentence }) => definedAt === `Query.me(${name}:)` || sentence.includes(name),
      ),
  )
  expect(idle?.map(({ name }) => name)).toEqual([])
})

test('what the definition calls assumed never fails a deployment', () => {
  const wrong = catalog.filter(({ level, definedAt }) => {
    const [parameter] = /^#\/components\/parameters\/\w+/.exec(definedAt) ?? []
    const places = [definedAt, parameter].filter((place) => place?.startsWith('#'))
    const nodes = places.map((place): unknown => definition(String(place)))
    return level === 'must' && nodes.some((node) => isObject(node) && 'x-assumed' in node)
  })
  expect(wrong.map(({ id }) => id)).toEqual([])
})
