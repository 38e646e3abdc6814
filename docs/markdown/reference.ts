// The reference pages, made from the definitions and declarations. Each is Markdown.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  buildSchema,
  type GraphQLField,
  isEnumType,
  isInputObjectType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql'
import ts from 'typescript'
import { table } from '../../scripts/generate/tables.ts'
import { readRepositoryFile } from './repository-files.ts'
import { addressesAsCode } from './tables.ts'

type CommandUnknownOpts = typeof import('../../server/cli/run-command.ts')['commands'][number]

const code = (text: string) => `\`${text}\``
const cell = (text: string) =>
  text
    .trim()
    .replaceAll('|', '\\|')
    .replaceAll(/\s*\n\s*/g, ' ')

interface Schema {
  $ref?: string
  type?: string | string[]
  description?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  format?: string
  minimum?: number
  maximum?: number
  properties?: Record<string, Schema>
  required?: string[]
}
interface Part {
  $ref?: string
  name?: string
  summary?: string
  description?: string
  schema?: Schema
  parameters?: Part[]
  headers?: Record<string, Part>
  responses?: Record<string, Part>
  content?: Record<string, unknown>
  'x-alias-of'?: string
}
interface Definition {
  paths: Record<string, Record<string, Part>>
  components: Record<string, Record<string, Part>> & { schemas: Record<string, Schema> }
}

/** Returns the reference of REST, from openapi.yaml. */
export async function restReference(): Promise<string> {
  const { document } = await import('@photofeed/openapi/document')
  const { paths, components } = document as unknown as Definition
  const resolve = (part: Part): Part => {
    const [, kind = '', name = ''] = /^#\/components\/(\w+)\/(\w+)$/.exec(part.$ref ?? '') ?? []
    return components[kind]?.[name] ?? part
  }
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method !== 'options')
      .map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const parts = operations.flatMap(({ path, method, operation }) => {
    const parameters = (operation.parameters ?? []).map(resolve)
    const responses = Object.entries(operation.responses ?? {}).map(
      ([status, response]) => [status, resolve(response)] as const,
    )
    const headers = Object.entries(
      responses.find(([status]) => status === '200')?.[1].headers ?? {},
    )
    return [
      `## ${method} ${path}`,
      [operation.summary, operation.description].filter(Boolean).join('. ').replaceAll('..', '.'),
      ...(parameters.length > 0
        ? [
            table(
              ['Parameter', 'Type', 'Description'],
              [
                [code('api_key'), code('string'), 'The key of the account. Required.'],
                ...parameters.map(({ name = '', schema = {}, description = '' }) => [
                  code(name),
                  cell(typeText(schema)),
                  cell(description),
                ]),
              ],
            ),
          ]
        : []),
      table(
        ['Response', 'Meaning'],
        responses.map(([status, { description = '' }]) => [status, cell(description)]),
      ),
      ...(headers.length > 0
        ? [
            table(
              ['Header of a 200', 'Meaning'],
              headers.map(([name, header]) => [
                code(name),
                cell(resolve(header).description ?? ''),
              ]),
            ),
          ]
        : []),
    ]
  })
  const schemas = Object.entries(components.schemas)
    .map(([name, schema]) => ({ name, schema, fields: fieldsOf(schema, components.schemas) }))
    .filter(({ fields }) => fields.length > 0)
    .flatMap(({ name, schema, fields }) => [
      `### ${name}`,
      ...(schema.description ? [`${schema.description.trim().replace(/\.?$/, '.')}`] : []),
      table(
        ['Field', 'Type', 'Description'],
        fields.map(([field, type, isRequired]) => [
          code(isRequired ? field : `${field}?`),
          cell(typeText(type)),
          cell(type.description ?? ''),
        ]),
      ),
    ])
  return [...parts, '## Objects', 'A field with a question mark may be missing.', ...schemas].join(
    '\n\n',
  )
}

function fieldsOf(
  schema: Schema,
  schemas: Record<string, Schema>,
): [name: string, schema: Schema, isRequired: boolean][] {
  const [, name = ''] = /\/schemas\/(\w+)$/.exec(schema.$ref ?? '') ?? []
  if (name) return fieldsOf(schemas[name] ?? {}, schemas)
  return [
    ...(schema.allOf ?? []).flatMap((part) => fieldsOf(part, schemas)),
    ...Object.entries(schema.properties ?? {}).map(([field, type]): [string, Schema, boolean] => [
      field,
      type,
      schema.required?.includes(field) ?? false,
    ]),
  ]
}

function typeText(schema: Schema): string {
  const [, name] = /\/schemas\/(\w+)$/.exec(schema.$ref ?? '') ?? []
  if (name) return code(name)
  if (schema.enum) return schema.enum.map((value) => code(String(value))).join(', ')
  if (schema.const !== undefined) return code(String(schema.const))
  const options = schema.anyOf ?? schema.oneOf
  if (options) return [...new Set(options.map(typeText))].join(' or ')
  if (schema.items) return `list of ${typeText(schema.items)}`
  const types = [schema.type ?? 'any'].flat().map(code).join(' or ')
  const { minimum, maximum } = schema
  return minimum === undefined || maximum === undefined
    ? types
    : `${types}, ${minimum} to ${maximum}`
}

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

const entries = ['', 'images', 'query', 'cache', 'render', 'element', 'graphql', 'rss', 'astro']

/** Returns the reference of the SDK, from its declarations. */
export function sdkReference(): string {
  const fileOf = (entry: string) =>
    fileURLToPath(new URL(`../../sdk/dist/${entry || 'index'}.d.ts`, import.meta.url))
  const files = entries.map(fileOf).filter(existsSync)
  const program = ts.createProgram(files, {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    skipLibCheck: true,
    types: [],
    noLib: true,
  })
  const checker = program.getTypeChecker()
  return entries
    .flatMap((entry) => {
      const source = program.getSourceFile(fileOf(entry))
      const module = source && checker.getSymbolAtLocation(source)
      if (!module) return []
      const exported = checker
        .getExportsOfModule(module)
        .map((symbol) =>
          symbol.flags & ts.SymbolFlags.Alias
            ? ([symbol.name, checker.getAliasedSymbol(symbol)] as const)
            : ([symbol.name, symbol] as const),
        )
        .filter(([name]) => name !== 'default')
        .toSorted(([a, one], [b, other]) => rank(one) - rank(other) || a.localeCompare(b, 'en'))
      return [
        `## @photofeed/sdk${entry && `/${entry}`}`,
        ...exported.flatMap(([name, symbol]) => exportParts(name, symbol, checker)),
      ]
    })
    .join('\n\n')
}

function rank(symbol: ts.Symbol): number {
  if (symbol.flags & ts.SymbolFlags.Function) return 0
  if (symbol.flags & ts.SymbolFlags.Class) return 1
  return symbol.flags & ts.SymbolFlags.Variable ? 2 : 3
}

function exportParts(name: string, symbol: ts.Symbol, checker: ts.TypeChecker): string[] {
  const declarations = symbol.declarations ?? []
  const texts = declarations.map((declaration) => {
    const node = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration
    return node
      .getText()
      .replace(/^(export )?(declare )?/, '')
      .replaceAll(/^\s*#private;\n/gm, '')
  })
  if (texts.length === 0) return []
  const comment = prose(ts.displayPartsToString(symbol.getDocumentationComment(checker)))
  const tags = symbol.getJsDocTags(checker)
  const examples = tags
    .filter((tag) => tag.name === 'example')
    .map((tag) => ts.displayPartsToString(tag.text))
    .map((text) => (text.includes('```') ? text : `\`\`\`ts\n${text}\n\`\`\``))
  return [
    `### ${name}`,
    ...(comment ? [comment] : []),
    `\`\`\`ts\n${texts.join('\n')}\n\`\`\``,
    ...examples,
  ]
}

/** A comment as Markdown: a link to a declaration is its name. */
function prose(text: string): string {
  return text.replaceAll(/\{@link (\S+?)\}/g, '`$1`').replaceAll(/<(?=[a-z])/g, '\\<')
}

/** Returns the options of all commands. */
export async function cliReference(): Promise<string> {
  const [
    { checkCommand },
    { explainCommand, listCommand },
    { compareCommand },
    { harCommand },
    { proxyCommand },
  ] = await Promise.all([
    import('../../contract/src/commands/check.ts'),
    import('../../contract/src/commands/catalog.ts'),
    import('../../contract/src/commands/compare.ts'),
    import('../../contract/src/commands/har.ts'),
    import('../../contract/src/commands/proxy.ts'),
  ])
  const { commands } = await import('../../server/cli/run-command.ts')
  const { env, stdout, stderr } = process
  const nothing = () => {}
  const interrupted = () => Promise.resolve()
  const context = { fetch, env, stdout, stderr, cwd: '', interrupted, say: nothing, end: nothing }
  const makers = [listCommand, explainCommand, compareCommand, harCommand, proxyCommand]
  const contract = makers.map((make) => make(context) as CommandUnknownOpts)
  return [
    '## photofeed-contract',
    ...commandParts(checkCommand(context), 'photofeed-contract <url>', false),
    ...contract.flatMap((command) => commandParts(command, 'photofeed-contract')),
    '## photofeed-mock',
    mockHelp(),
    '### record',
    mockHelp('record'),
    '## photofeed-server',
    ...commands.flatMap((command) => commandParts(command, 'photofeed-server')),
  ].join('\n\n')
}

/** The mock's command runs when it is imported, so its help is what it prints. */
function mockHelp(...words: readonly string[]): string {
  const file = fileURLToPath(new URL('../../mock-server/dist/cli.js', import.meta.url))
  const text = execFileSync(process.execPath, [file, ...words, '--help'], { encoding: 'utf8' })
  return `\`\`\`txt\n${text.trim()}\n\`\`\``
}

function commandParts(command: CommandUnknownOpts, program: string, hasHeading = true): string[] {
  const usage = hasHeading ? `${program} ${command.name()} ${command.usage()}` : program
  const options = command.options.filter(({ hidden, long }) => !hidden && long !== '--version')
  const rows = options.map((option) => {
    const { flags, description, defaultValue, defaultValueDescription, argChoices } = option
    const initial = defaultValueDescription ?? (defaultValue === false ? '' : defaultValue)
    return [
      code(flags),
      addressesAsCode(cell(argChoices ? `${description}: ${argChoices.join(', ')}` : description)),
      initial === undefined || initial === '' ? '' : code(String(initial)),
    ]
  })
  return [
    ...(hasHeading ? [`### ${command.name()}`] : []),
    `\`\`\`sh\n${usage.trim()}\n\`\`\``,
    command.description() || command.summary(),
    ...(rows.length > 0 ? [table(['Option', 'Meaning', 'Default'], rows)] : []),
    ...command.commands.flatMap((child) => commandParts(child, `${program} ${command.name()}`)),
  ]
}
