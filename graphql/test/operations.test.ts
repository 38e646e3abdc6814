import { readFile } from 'node:fs/promises'
import {
  buildSchema,
  type FieldNode,
  type GraphQLObjectType,
  isObjectType,
  Kind,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { expect, test } from 'vitest'

const read = (file: string) => readFile(new URL(`../${file}`, import.meta.url), 'utf8')
const schema = buildSchema(await read('schema.graphql'))
const operations = parse(
  `${await read('operations/feed.graphql')}\n${await read('operations/post.graphql')}`,
)

/** The fields and arguments that the operations select, as `Post.caption` and `Query.me(first:)`. */
function selected(): Set<string> {
  const found = new Set<string>()
  const info = new TypeInfo(schema)
  const enter = ({ name, arguments: args = [] }: FieldNode) => {
    const field = `${info.getParentType()?.name}.${name.value}`
    found.add(field)
    for (const argument of args) found.add(`${field}(${argument.name.value}:)`)
  }
  visit(operations, visitWithTypeInfo(info, { [Kind.FIELD]: { enter } }))
  return found
}

/** Everything that the schema offers and has not deprecated, in the same form. */
function offered(): string[] {
  const types = Object.values(schema.getTypeMap()).filter(
    (type): type is GraphQLObjectType => isObjectType(type) && !type.name.startsWith('__'),
  )
  return types.flatMap((type) =>
    Object.values(type.getFields())
      .filter(({ deprecationReason }) => deprecationReason == null)
      .flatMap(({ name, args }) => [
        `${type.name}.${name}`,
        ...args
          .filter(({ deprecationReason }) => deprecationReason == null)
          .map((argument) => `${type.name}.${name}(${argument.name}:)`),
      ]),
  )
}

/** What a page of posts leaves out: the profile, which REST gives with the same request. */
const leftOut = [
  'name',
  'biography',
  'website',
  'profilePictureUrl',
  'followersCount',
  'followsCount',
  'mediaCount',
].map((field) => `Account.${field}`)

test('the operations of the SDK select every field and argument of the schema', () => {
  const found = selected()
  expect(offered().filter((name) => !found.has(name))).toEqual(leftOut)
})
