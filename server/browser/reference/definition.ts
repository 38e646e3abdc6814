import { document } from '@photofeed/openapi/document'

export interface Schema {
  $ref?: string
  description?: string
  type?: string | string[]
  format?: string
  enum?: string[]
  const?: string
  default?: string
  minimum?: number
  maximum?: number
  maxLength?: number
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}

export interface Example {
  summary: string
  value: unknown
}

export interface Parameter {
  name: string
  description: string
  required?: boolean
  schema: Schema
}

export interface Header {
  description: string
}

export interface Endpoint {
  path: string
  method: string
  operationId: string
  summary: string
  description: string
  parameters: Parameter[]
  /** Of the request's body. */
  bodyExamples: Example[]
  responses: EndpointResponse[]
}

export interface EndpointResponse {
  status: string
  description: string
  /** With their names. */
  headers: [name: string, header: Header][]
  mediaType: string | null
  examples: Example[]
}

type Referenced<Value> = Value | { $ref: string }

interface Content {
  examples?: Record<string, Referenced<Example>>
}

interface Operation extends Pick<Endpoint, 'operationId' | 'summary' | 'description'> {
  parameters?: Referenced<Parameter>[]
  requestBody?: { content: Record<string, Content> }
  responses: Record<
    string,
    Referenced<{
      description: string
      headers?: Record<string, Referenced<Header>>
      content?: Record<string, Content>
    }>
  >
}

interface Definition {
  info: { description: string }
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, Schema>
    examples: Record<string, Example>
    securitySchemes: { ApiKey: { name: string; description: string } }
  }
  'x-connection-statuses': Record<string, { meaning: string; action: string }>
}

/** The parts of openapi.yaml that the reference shows. */
export const definition = document as unknown as Definition

/** Returns a part of the definition, or the part that it refers to. */
function resolved<Value extends object>(value: Referenced<Value>): Value {
  if (!('$ref' in value)) return value
  const path = value.$ref.slice(2).split('/')
  return path.reduce(
    (part, name) => (part as Record<string, Value>)[name],
    document as unknown,
  ) as Value
}

const examplesOf = (content: Record<string, Content> = {}): Example[] =>
  Object.values(content).flatMap(({ examples = {} }) => Object.values(examples).map(resolved))

/** The endpoints in the order of the definition. Preflights are left out: nobody writes them. */
export const endpoints: Endpoint[] = Object.entries(definition.paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([method]) => method !== 'options')
    .map(([method, { parameters = [], requestBody, responses, ...operation }]) => ({
      ...operation,
      path,
      method: method.toUpperCase(),
      parameters: parameters.map(resolved),
      bodyExamples: examplesOf(requestBody?.content),
      responses: Object.entries(responses).map(([status, response]) => {
        const { description, headers = {}, content = {} } = resolved(response)
        return {
          status,
          description,
          headers: Object.entries(headers).map(
            ([name, header]) => [name, resolved(header)] as [string, Header],
          ),
          mediaType: Object.keys(content)[0] ?? null,
          examples: examplesOf(content),
        }
      }),
    })),
)

/** The name of the schema that a schema refers to. */
export const referenceOf = ({ $ref }: Schema): string | undefined => $ref?.split('/').at(-1)

/** The values of a schema, if it lists them. */
export function valuesOf({ enum: values, items, anyOf = [] }: Schema): string[] {
  return values ?? items?.enum ?? anyOf.find((schema) => schema.enum)?.enum ?? []
}
