import { problems } from '@photofeed/openapi'
import * as sdk from '../../sdk/src/entries/index.ts'
import { createApiError } from '../../sdk/src/errors/api-error.ts'
import { readText } from '../packages.ts'
import { table } from './tables.ts'

/** An error of every code and class. */
const samples: readonly sdk.PhotofeedError[] = [
  ...Object.entries(problems).map(([code, { status }]) => apiError(status, code)),
  apiError(503, 'ANY_OTHER'),
  new sdk.NetworkError('', null),
  new sdk.NetworkError('', { message: 'certificate has expired' }),
  new sdk.FeedTimeoutError(0, 'timeout'),
  new sdk.UnreadableBodyError({ status: 200, body: '' }),
  new sdk.UnreadableBodyError({ status: 200, body: '{' }),
  new sdk.GatewayError({ status: 404, body: '' }),
  new sdk.GatewayError({ status: 502, body: '' }),
]

/** What is different from the first sample of a class. */
const exceptions: Readonly<Record<string, string>> = {
  ApiError: '408, 429, 5xx',
  NetworkError: 'an invalid certificate',
  UnreadableBodyError: 'cut off',
  GatewayError: '408, 429, 5xx',
}

const sources = readText('sdk/src/errors/errors.ts') + readText('sdk/src/errors/api-error.ts')
const baseFields = Object.getOwnPropertyNames(
  new sdk.PhotofeedError('', { code: 'NETWORK', hint: '', retryable: false }),
)

function apiError(status: number, code: string) {
  const problem = { status: String(status), code, title: '', detail: '', parameter: null }
  return createApiError({ status, errors: [problem], connection: null })
}

/** Returns the table of errors, from the contract and the classes: the manual's, or with less columns that of the site, which explains each code. */
export function errorTable(hasHints = true): string {
  const names = new Set(samples.map(({ name }) => name))
  for (const [name, value] of Object.entries(sdk)) {
    const isError = 'prototype' in value && value.prototype instanceof sdk.PhotofeedError
    if (isError && !names.has(name)) throw new Error(`error-table.ts has no sample of ${name}.`)
  }
  return table(
    ['Class', 'When', 'Retryable', ...(hasHints ? ['Hint'] : []), 'Also has'],
    [...names].map((name) => {
      const errors = samples.filter((error) => error.name === name)
      /** The value of the first error, and in parentheses that of the exceptions if it differs. */
      const all = (read: (error: sdk.PhotofeedError) => string) => {
        const [first, ...others] = new Set(errors.map(read))
        return [first, ...others.map((other) => `(${exceptions[name]}: ${other})`)].join(' ')
      }
      return [
        `\`${name}\``,
        when(name),
        all(({ retryable }) => (retryable ? 'yes' : 'no')),
        ...(hasHints ? [all(({ hint }) => hint)] : []),
        ownFields(errors[0] as sdk.PhotofeedError).join(', '),
      ]
    }),
  )
}

/** Returns the first sentence of the class's comment, which must begin with the status and code of the contract. */
function when(className: string) {
  const codes = Object.entries(problems)
    .filter(([code, { status }]) => apiError(status, code).name === className)
    .map(([code, { status }]) => `${status} \`${code}\``)
    .join(', ')
  if (className === 'ApiError') {
    return `the base of those above, and the class for ${codes} and any new code`
  }
  const comment = new RegExp(`/\\*\\*((?:(?!\\*/)[^])*)\\*/\\s*export class ${className} `)
  const [, lines = ''] = comment.exec(sources) ?? []
  const [sentence = ''] = lines
    .replace(/\s*\n?\s*\*?\s+/g, ' ')
    .trim()
    .split(/\.(?:\s|$)/)
  if (!sentence.startsWith(codes)) {
    throw new Error(`The comment of ${className} must begin with ${codes}.`)
  }
  return sentence.charAt(0).toLowerCase() + sentence.slice(1)
}

/** Returns the fields that an error has in addition to those of its base class. */
function ownFields(error: sdk.PhotofeedError): string[] {
  if (error instanceof sdk.ApiError && error.name !== 'ApiError') return []
  const own = Object.getOwnPropertyNames(error).filter((name) => !baseFields.includes(name))
  return own.map((name) => `\`${name}\``)
}
