import { readFileSync } from 'node:fs'
import { problems } from '@photofeed/openapi'
import { createApiError } from '../../sdk/src/api-error.ts'
import * as sdk from '../../sdk/src/index.ts'
import { table } from './tables.ts'

/** An error of every code and class. */
const samples: readonly sdk.PhotofeedError[] = [
  ...Object.entries(problems).map(([code, { status }]) => apiError(status, code)),
  apiError(503, 'ANY_OTHER'),
  new sdk.NetworkError('', null),
  new sdk.NetworkError('', { message: 'certificate has expired' }),
  new sdk.FeedTimeoutError(0, 'timeout'),
  new sdk.UnreadableBodyError({ status: 200, body: '' }),
  new sdk.UnreadableBodyError({ status: 502, body: '' }),
]

/** What is different from the first sample of a class. */
const exceptions: Readonly<Record<string, string>> = {
  ApiError: '408, 429, 5xx',
  NetworkError: 'an invalid certificate',
  UnreadableBodyError: 'cut off, 408, 429, 5xx',
}

function apiError(status: number, code: string) {
  const problem = { status: String(status), code, title: '', detail: '', parameter: null }
  return createApiError({ status, errors: [problem], connection: null })
}

type ErrorClass = new (...details: never[]) => sdk.PhotofeedError

/** Returns the README's table of errors, from the contract and the classes. */
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

/** Returns the first sentence of the class's comment, which must begin with the status and code of the contract. */
function when(errorClass: ErrorClass, comment: string) {
  const codes = Object.entries(problems)
    .filter(([code, { status }]) => apiError(status, code).constructor === errorClass)
    .map(([code, { status }]) => `${status} \`${code}\``)
  if (errorClass === sdk.ApiError) {
    return `the base of those above, and the class for ${codes.join(', ')} and any new code`
  }
  const [sentence = ''] = comment.split(/\.(?:\s|$)/)
  if (!sentence.startsWith(codes.join(', '))) {
    throw new Error(`The comment of ${errorClass.name} must begin with ${codes.join(', ')}.`)
  }
  return sentence.charAt(0).toLowerCase() + sentence.slice(1)
}

/** Returns the value for errors of one class, and in parentheses the value of its exceptions if that differs. */
function byStatus(
  errors: readonly sdk.PhotofeedError[],
  read: (error: sdk.PhotofeedError) => string,
) {
  const [first, ...others] = new Set(errors.map(read))
  return [first, ...others.map((other) => `(${exceptions[errors[0]?.name ?? '']}: ${other})`)].join(
    ' ',
  )
}

/** Returns the fields that an error has in addition to those of its base class. */
function ownFields(error: sdk.PhotofeedError | undefined) {
  const base =
    error instanceof sdk.ApiError && error.constructor !== sdk.ApiError
      ? apiError(400, '')
      : new sdk.PhotofeedError('', { code: 'NETWORK', hint: '', retryable: false })
  const known = new Set(Object.getOwnPropertyNames(base))
  return Object.getOwnPropertyNames(error)
    .filter((name) => !known.has(name))
    .map((name) => `\`${name}\``)
}

/** Returns the comment of each class on one line. */
function classComments(): ReadonlyMap<string, string> {
  const source = ['errors.ts', 'api-error.ts']
    .map((file) => readFileSync(new URL(`../../sdk/src/${file}`, import.meta.url), 'utf8'))
    .join('\n')
  const comments = source.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export class (\w+)/g)
  return new Map(
    [...comments].map(([, text = '', name = '']) => [
      name,
      text.replace(/\s*\n?\s*\*?\s+/g, ' ').trim(),
    ]),
  )
}
