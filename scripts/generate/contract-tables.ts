// The tables that running code needs, read out of the parsed openapi.yaml.

type Ref = { $ref: string }
type Parameter = {
  name: string
  schema: {
    type?: string
    minimum?: number
    maximum?: number
    enum?: string[]
    default?: unknown
    items?: { enum?: string[] }
    anyOf?: { enum?: string[] }[]
  }
  'x-messages'?: Record<string, string>
  [extension: `x-${string}`]: unknown
}
type Header = { schema: { const?: string }; 'x-when-null'?: string }
type Response = { headers?: Record<string, Ref>; content?: Record<string, unknown> }
type Operation = {
  operationId: string
  parameters?: (Ref | { name: string; 'x-alias-of'?: string })[]
  responses: Record<string, Response | Ref>
}
type Problem = { status: string; code: string; title: string; detail: string }

/** The parts of openapi.yaml that the tables are made from. */
export type ContractDocument = {
  'x-plans': Record<string, unknown>
  'x-connection-statuses': Record<string, unknown>
  'x-caching': {
    seconds: number
    success: Record<'production' | 'otherwise', string>
    error: string
  }
  'x-refresh': Record<string, unknown>
  'x-limits': Record<string, unknown>
  paths: Record<string, Record<string, Operation>>
  components: {
    securitySchemes: { ApiKey: { name: string; 'x-pattern': string } }
    parameters: Record<string, Parameter>
    headers: Record<string, Header>
    responses: Record<string, Response>
    schemas: Record<string, ResourceSchema> & {
      Sizes: { properties: Record<string, FieldSchema> }
      MediaType: { enum: string[] }
    }
    examples: Record<string, { value: { errors?: [Problem] } }>
  }
}

/** Every runtime table of contract.ts, by its exported name. What is undefined is left out of the file. */
export function contractTables(document: ContractDocument): Record<string, unknown> {
  const { components, 'x-caching': caching } = document
  const { seconds, success, error } = caching
  return {
    routes: mapValues(document.paths, (route) => routeTable(route, components.parameters)),
    apiKey: {
      parameter: components.securitySchemes.ApiKey.name,
      pattern: components.securitySchemes.ApiKey['x-pattern'],
    },
    parameters: Object.fromEntries(
      Object.values(components.parameters).map((it) => [it.name, parameterTable(it)]),
    ),
    problems: problemTable(components.examples),
    problemMediaType: Object.keys(components.responses.NotFound?.content ?? {})[0] ?? '',
    plans: document['x-plans'],
    connectionStatuses: document['x-connection-statuses'],
    mediaTypes: components.schemas.MediaType.enum,
    fieldLimits: fieldLimitTable(components.schemas),
    widths: Object.keys(components.schemas.Sizes.properties).map(Number),
    headers: headerTable(document),
    caching: {
      seconds,
      production: success.production.replace('{seconds}', String(seconds)),
      otherwise: success.otherwise.replace('{seconds}', String(seconds)),
      error,
    },
    refresh: document['x-refresh'],
    limits: document['x-limits'],
  }
}

const preflightMethod = 'options'

function routeTable(
  operations: Record<string, Operation>,
  shared: Record<string, { name: string }>,
) {
  const methods = Object.keys(operations).filter((method) => method !== preflightMethod)
  const { responses = {}, parameters = [] } = operations[methods[0] ?? ''] ?? {}
  const success = responses['200']
  return {
    methods: methods.map((method) => method.toUpperCase()),
    mediaType: Object.keys((success as Response).content ?? {})[0] ?? '',
    parameters: parameters.flatMap((parameter) => {
      if ('$ref' in parameter) return shared[componentOf(parameter)]?.name ?? []
      // An alias is in the table of the parameter that it is a name of.
      return 'x-alias-of' in parameter ? [] : parameter.name
    }),
  }
}

/** What `parameterTable` and the type generator read of a parameter and of its schema. */
const knownKeywords = {
  parameter: [
    ...['in', 'required', 'description', 'style', 'explode', 'allowReserved'],
    ...['example', 'examples', 'x-alias', 'x-same-as', 'x-case-insensitive', 'x-orderings'],
    ...['x-end-of-day', 'x-array-only', 'x-messages', 'x-assumed'],
  ],
  schema: [
    ...['type', 'format', 'description', 'enum', 'minimum', 'maximum'],
    ...['default', 'items', 'anyOf', 'x-enum-varnames'],
  ],
}

/** @throws {Error} for a keyword that the tables would drop, so that no fact of the definition is lost silently. */
function assertKnown(kind: keyof typeof knownKeywords, name: string, node: object): void {
  const unknown = Object.keys(node).find((keyword) => !knownKeywords[kind].includes(keyword))
  if (unknown === undefined) return
  throw new Error(
    `The ${kind} of ${name} has the keyword ${unknown}, which scripts/generate/contract-tables.ts does not read. Add it to parameterTable, or to knownKeywords if no code needs it.`,
  )
}

function parameterTable({ name, schema, ...parameter }: Parameter) {
  assertKnown('parameter', name, parameter)
  assertKnown('schema', name, schema)
  if (schema.items) assertKnown('schema', name, schema.items)
  // A second schema of an `anyOf` accepts other forms of the same values, such as another letter case.
  const values = schema.enum ?? schema.items?.enum ?? schema.anyOf?.[0]?.enum
  const facts = { values, minimum: schema.minimum, maximum: schema.maximum }
  if (schema.type === 'integer' && schema.maximum === undefined)
    throw new Error(
      `The integer ${name} needs a maximum: a database rejects a number of 40 digits.`,
    )
  const fill = (message: string) =>
    message.replace(/\{(values|minimum|maximum)\}/g, (_, fact: keyof typeof facts) =>
      [facts[fact]].flat().join(', '),
    )
  return {
    ...facts,
    default: schema.default,
    alias: parameter['x-alias'],
    sameAs: parameter['x-same-as'],
    caseInsensitive: parameter['x-case-insensitive'],
    orderings: parameter['x-orderings'],
    endOfDay: parameter['x-end-of-day'],
    arrayOnly: parameter['x-array-only'],
    messages: parameter['x-messages'] && mapValues(parameter['x-messages'], fill),
  }
}

/** A field, by the most that its value may have: characters, items, or a number. */
type FieldSchema = {
  type?: string | readonly string[]
  maxLength?: number
  maxItems?: number
  maximum?: number
}
const typesOfLimits = { maxLength: ['string'], maxItems: ['array'], maximum: ['integer', 'number'] }
type ResourceSchema = { properties?: Record<string, FieldSchema>; enum?: string[] }

/** The limits of fields, by schema and field. */
function fieldLimitTable(schemas: Record<string, ResourceSchema>) {
  const limits = mapValues(schemas, ({ properties = {}, ...schema }) => {
    const misplaced = ['maxLength', 'maxItems', 'maximum'].find((keyword) => keyword in schema)
    if (misplaced && Object.keys(properties).length > 0)
      throw new Error(`${misplaced} is beside the properties of a schema: write it into its field.`)
    return withoutEmpty(mapValues(properties, limitsOf))
  })
  for (const field of Object.keys(schemas.Account?.properties ?? {}))
    if (
      JSON.stringify(limits.Account?.[field]) !== JSON.stringify(limits.AccountWithPosts?.[field])
    )
      throw new Error(`${field} has one limit in Account, and another in AccountWithPosts.`)
  return withoutEmpty(limits)
}

function limitsOf({ type = [], ...field }: FieldSchema, name: string) {
  const { maxLength, maxItems, maximum } = field
  for (const [keyword, types] of Object.entries(typesOfLimits))
    if (keyword in field && !types.some((each) => [type].flat().includes(each)))
      throw new Error(`${name}: ${keyword} limits nothing in a field of the type ${type}.`)
  return { maxLength, maxItems, maximum }
}

/** Leaves out objects whose fields are all undefined. */
function withoutEmpty(objects: Record<string, object>) {
  const full = Object.entries(objects).filter(([, object]) =>
    Object.values(object).some((value) => value !== undefined),
  )
  return Object.fromEntries(full)
}

function problemTable(examples: ContractDocument['components']['examples']) {
  const problems: Record<string, unknown> = {}
  for (const [key, example] of Object.entries(examples)) {
    const problem = example.value.errors?.[0]
    // GraphQL examples have `errors` too; a problem of the catalog has the code it is filed under.
    if (problem?.code !== key) continue
    const { status, title, detail } = problem
    problems[key] = { status: Number(status), title, detail }
  }
  return problems
}

/** Header names by their component, with the value where it is constant. */
function headerTable({ paths, components }: ContractDocument) {
  const operations = Object.values(paths).flatMap((route) => Object.values(route))
  const responses = operations.flatMap((operation) => Object.values(operation.responses))
  const table: Record<string, unknown> = {}
  for (const response of [...Object.values(components.responses), ...responses]) {
    for (const [name, ref] of Object.entries(('headers' in response && response.headers) || {})) {
      const component = componentOf(ref)
      const { schema, 'x-when-null': whenNull } = components.headers[component] as Header
      table[component] = { name, value: schema.const, whenNull }
    }
  }
  return table
}

function componentOf({ $ref }: Ref): string {
  return $ref.slice($ref.lastIndexOf('/') + 1)
}

function mapValues<V, R>(
  record: Record<string, V>,
  map: (value: V, name: string) => R,
): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]))
}
