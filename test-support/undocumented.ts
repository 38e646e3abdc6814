import { document } from '@photofeed/openapi/document'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { parseJson } from '../contract/src/http/json.ts'
import { resolve } from '../contract/src/judging/definition.ts'

/** An HTTP response with its body as text. */
type Received = Pick<Response, 'status' | 'headers'> & { body: string }

let compiled: Ajv2020 | undefined

/** Compiled when the first response is judged: a command that needs none of it starts sooner. */
function ajv(): Ajv2020 {
  compiled ??= new Ajv2020({ strict: false, allErrors: true, validateFormats: false }).addSchema(
    document,
    'openapi',
  )
  return compiled
}

/** Every way in which a response differs from what openapi.yaml says about the operation; empty if it conforms. */
export function undocumented(path: string, method: string, response: Received): string[] {
  const operation = `#/paths/${escapePointer(path)}/${method.toLowerCase()}`
  const documented = resolve(`${operation}/responses/${response.status}`)
  if (!documented) return [`status ${response.status} is not documented for ${method} ${path}`]
  return [
    ...headerProblems(documented.pointer, response),
    ...bodyProblems(documented.pointer, response),
  ]
}

function headerProblems(response: string, { headers }: Received): string[] {
  return Object.keys(resolve(`${response}/headers`)?.node ?? {}).flatMap((name) => {
    const header = resolve(`${response}/headers/${escapePointer(name)}`)
    const value = headers.get(name)
    if (value === null) return header?.node.required ? [`header ${name} is missing`] : []
    return schemaProblems(`${header?.pointer}/schema`, value).map(
      (problem) => `header ${name}: ${problem}`,
    )
  })
}

function bodyProblems(response: string, { headers, body }: Received): string[] {
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
  const validate = ajv().getSchema(`openapi${pointer}`)
  if (!validate) return [`${pointer} is no schema`]
  if (validate(value)) return []
  return (validate.errors ?? []).map((error) => `${error.instancePath || '/'} ${error.message}`)
}

function escapePointer(part: string): string {
  return part.replaceAll('~', '~0').replaceAll('/', '~1')
}
