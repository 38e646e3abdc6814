import { readdirSync, readFileSync } from 'node:fs'
import { problems } from '@photofeed/openapi'
import { table } from '../../../testing/readme-tables.ts'
import { apiErrorOf } from '../../src/errors/documented-errors.ts'
import * as sdk from '../../src/index.ts'

/** An error of every code and kind, as the client makes them. */
const samples: readonly sdk.PhotofeedError[] = [
  ...Object.entries(problems).map(([code, { status }]) => answered(status, code)),
  answered(503, 'ANY_OTHER'),
  new sdk.NetworkError(null),
  new sdk.TimeoutError(0),
  new sdk.UnreadableBodyError(200, ''),
  new sdk.UnreadableBodyError(502, ''),
]

function answered(status: number, code: string) {
  const problem = { status: String(status), code, title: '', detail: '', parameter: null }
  return apiErrorOf({ status, errors: [problem], connection: null })
}

type ErrorClass = new (...details: never[]) => sdk.PhotofeedError

/** The README's table of errors: what the contract and the classes say of themselves. */
export function errorTable(): string {
  const comments = classComments()
  const classes = new Set(samples.map((error) => error.constructor as ErrorClass))
  for (const value of Object.values(sdk)) {
    const isMissing = isErrorClass(value) && !classes.has(value)
    if (isMissing) throw new Error(`error-table.ts has no sample of ${value.name}.`)
  }
  return table(
    ['Class', 'When', 'Retryable', 'Hint', 'Also has'],
    [...classes].map((errorClass) => {
      const errors = samples.filter((error) => error.constructor === errorClass)
      return [
        `\`${errorClass.name}\``,
        when(errorClass, comments.get(errorClass.name) ?? ''),
        byStatus(errors, ({ retryable }) => (retryable ? 'yes' : 'no')),
        byStatus(errors, ({ hint }) => hint),
        ownFields(errors[0]).join(', '),
      ]
    }),
  )
}

function isErrorClass(value: unknown): value is ErrorClass {
  return typeof value === 'function' && value.prototype instanceof sdk.PhotofeedError
}

/** The first sentence of the class's comment, which has to begin with the status and code of the contract. */
function when(errorClass: ErrorClass, comment: string) {
  const codes = Object.entries(problems)
    .filter(([code, { status }]) => answered(status, code).constructor === errorClass)
    .map(([code, { status }]) => `${status} \`${code}\``)
  if (errorClass === sdk.ApiError) {
    return `the base of those above, and itself for ${codes.join(', ')} and any new code`
  }
  const [sentence = ''] = comment.split(/\.(?:\s|$)/)
  if (!sentence.startsWith(codes.join(', '))) {
    throw new Error(`The comment of ${errorClass.name} has to begin with ${codes.join(', ')}.`)
  }
  return sentence.charAt(0).toLowerCase() + sentence.slice(1)
}

/** What errors of one class say, and what they say instead when the service failed with a 5xx. */
function byStatus(
  errors: readonly sdk.PhotofeedError[],
  say: (error: sdk.PhotofeedError) => string,
) {
  const [first, ...others] = new Set(errors.map(say))
  return [first, ...others.map((other) => `(5xx: ${other})`)].join(' ')
}

/** The fields that an error has beyond those of the class above its own. */
function ownFields(error: sdk.PhotofeedError | undefined) {
  const above =
    error instanceof sdk.ApiError && error.constructor !== sdk.ApiError
      ? answered(400, '')
      : new sdk.PhotofeedError('', { hint: '', retryable: false })
  const known = new Set(Object.getOwnPropertyNames(above))
  return Object.getOwnPropertyNames(error)
    .filter((name) => !known.has(name))
    .map((name) => `\`${name}\``)
}

/** The comment above each class, on one line. */
function classComments(): ReadonlyMap<string, string> {
  const folder = new URL('../../src/errors/', import.meta.url)
  const source = readdirSync(folder)
    .map((file) => readFileSync(new URL(file, folder), 'utf8'))
    .join('\n')
  const comments = source.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export class (\w+)/g)
  return new Map(
    [...comments].map(([, text = '', name = '']) => [
      name,
      text.replace(/\s*\n?\s*\*?\s+/g, ' ').trim(),
    ]),
  )
}
