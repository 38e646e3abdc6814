import { document } from '@photofeed/openapi/document'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { parseJson } from '../http/json.ts'

/** A node of openapi.yaml, as far as the checker reads it. */
export type DefinitionNode = { [key: string]: DefinitionNode } & {
  $ref?: string
  description?: string
  required?: boolean | string[]
  type?: string | string[]
  enum?: string[]
  pattern?: string
  anyOf?: DefinitionNode[]
  items?: DefinitionNode
  properties?: { [key: string]: DefinitionNode }
}

/** Follows a JSON pointer (`#/...`) and the references on its way; null when nothing is there. */
export function resolve(pointer: string): { pointer: string; node: DefinitionNode } | null {
  let node = document as DefinitionNode
  let reached = '#'
  for (const part of pointer.slice(2).split('/')) {
    const next = node?.[part.replaceAll('~1', '/').replaceAll('~0', '~')]
    if (next === undefined) return null
    const target = next?.$ref ? resolve(next.$ref) : { pointer: `${reached}/${part}`, node: next }
    if (!target) return null
    node = target.node
    reached = target.pointer
  }
  return { pointer: reached, node }
}

/** The node that is certainly there. @throws {Error} when it is not: then the checker and the definition do not fit. */
export function definition(pointer: string): DefinitionNode {
  const found = resolve(pointer)
  if (!found) throw new Error(`openapi.yaml has nothing at ${pointer}.`)
  return found.node
}

function escapePointer(part: string): string {
  return part.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** An HTTP response with its body as text. */
export interface HttpResponse {
  status: number
  headers: Headers
  body: string
}

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
ajv.addSchema(document, 'openapi')

/** Every way in which a response differs from what openapi.yaml says about the operation; empty if it conforms. */
export function undocumented(path: string, method: string, response: HttpResponse): string[] {
  const operation = `#/paths/${escapePointer(path)}/${method.toLowerCase()}`
  const documented = resolve(`${operation}/responses/${response.status}`)
  if (!documented) return [`status ${response.status} is not documented for ${method} ${path}`]
  return [
    ...headerProblems(documented.pointer, response),
    ...bodyProblems(documented.pointer, response),
  ]
}

function headerProblems(response: string, { headers }: HttpResponse): string[] {
  return Object.keys(resolve(`${response}/headers`)?.node ?? {}).flatMap((name) => {
    const header = resolve(`${response}/headers/${escapePointer(name)}`)
    const value = headers.get(name)
    if (value === null) return header?.node.required ? [`header ${name} is missing`] : []
    return schemaProblems(`${header?.pointer}/schema`, value).map(
      (problem) => `header ${name}: ${problem}`,
    )
  })
}

function bodyProblems(response: string, { headers, body }: HttpResponse): string[] {
  const content = resolve(`${response}/content`)
  if (!content) return body === '' ? [] : ['the body should be empty']
  const type = headers.get('content-type') ?? ''
  if (!(type in content.node)) return [`Content-Type ${type} is not documented`]
  const schema = `${content.pointer}/${escapePointer(type)}/schema`
  if (!type.includes('json')) return schemaProblems(schema, body)
  const json = parseJson(body)
  return json === undefined ? ['the body is not JSON'] : schemaProblems(schema, json)
}

function schemaProblems(pointer: string, value: unknown): string[] {
  const validate: ValidateFunction | undefined = ajv.getSchema(`openapi${pointer}`)
  if (!validate) return [`${pointer} is no schema`]
  if (validate(value)) return []
  return (validate.errors ?? []).map((error) => `${error.instancePath || '/'} ${error.message}`)
}
