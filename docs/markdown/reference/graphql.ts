import {
  buildSchema,
  type GraphQLField,
  isEnumType,
  isInputObjectType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql'
import { table } from '../../../scripts/generate/tables.ts'
import { cell, code } from '../cells.ts'
import { readRepositoryFile } from '../repository-files.ts'

/** Returns the reference of GraphQL, from schema.graphql. */
export function graphqlReference(): string {
  const schema = buildSchema(readRepositoryFile('graphql/schema.graphql'))
  const types = Object.values(schema.getTypeMap()).filter(
    (type) => !type.name.startsWith('__') && !isSpecifiedScalarType(type),
  )
  return types
    .flatMap((type) => {
      const head = [`## ${type.name}`, ...(type.description ? [type.description] : [])]
      if (isEnumType(type)) {
        const rows = type
          .getValues()
          .map(({ name, description }) => [code(name), cell(description ?? '')])
        return [...head, table(['Value', 'Meaning'], rows)]
      }
      if (isInputObjectType(type) || isObjectType(type)) {
        const fields = Object.values(type.getFields())
        const rows = fields.map((field) => [
          code(field.name),
          cell(code(String(field.type))),
          cell(field.description ?? ''),
        ])
        const withArguments = fields.filter(
          (field): field is GraphQLField<unknown, unknown> =>
            'args' in field && field.args.length > 0,
        )
        return [
          ...head,
          table(['Field', 'Type', 'Description'], rows),
          ...withArguments.flatMap(({ name, args }) => [
            `### Arguments of ${code(name)}`,
            table(
              ['Argument', 'Type', 'Description'],
              args.map(({ name, type, description, deprecationReason }) => [
                code(name),
                cell(code(String(type))),
                cell(`${deprecationReason ? 'Deprecated. ' : ''}${description ?? ''}`),
              ]),
            ),
          ]),
        ]
      }
      return head
    })
    .join('\n\n')
}
