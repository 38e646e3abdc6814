import { limits } from '@photofeed/openapi'
import {
  GRAPHQL_MAX_INT,
  type GraphQLError,
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
} from 'graphql'
import { type Operation, tooManyBytes, tooManyFields } from './cost.ts'

/** What one result may contain. */
export interface ResultBudget {
  /** Resolves every field, and counts what it adds to the result. Once the budget is spent, the rest of the result is empty. */
  fieldResolver: GraphQLFieldResolver<Record<string, unknown>, unknown>
  /** The error in place of a result that is too large; null if it is not. */
  error(): GraphQLError | null
}

const bytesAroundData = '{"data":}'.length

/** The fields count again while they are resolved: an account can have longer lists than the cost assumes. */
export function createBudget({ root, selectionOf }: Operation): ResultBudget {
  const { fields: roots, bytes: rootBytes } = selectionOf(root)
  let fields = roots.length
  let bytes = bytesAroundData + rootBytes

  const isSpent = () => fields > limits.graphqlResultFields || bytes > limits.graphqlResultBytes

  function count(value: unknown, { fieldNodes }: GraphQLResolveInfo): unknown {
    if (typeof value === 'string') {
      if (!isSpent()) bytes += jsonBytes(value)
      return isSpent() ? '' : value
    }
    if (typeof value === 'number') {
      // An Int has 32 bits. The platform's counts may be larger, and would be an error each.
      const int = Math.min(value, GRAPHQL_MAX_INT)
      bytes += String(int).length
      return int
    }
    if (typeof value !== 'object' || value === null) {
      bytes += String(value).length
      return value
    }
    const items = Array.isArray(value) ? value.length : 1
    if (Array.isArray(value)) bytes += Math.max(2, items + 1)
    for (const { selectionSet } of fieldNodes) {
      if (!selectionSet) continue
      const selection = selectionOf(selectionSet)
      fields += items * selection.fields.length
      bytes += items * selection.bytes
    }
    return isSpent() && Array.isArray(value) ? [] : value
  }

  const fieldResolver: ResultBudget['fieldResolver'] = (source, args, context, info) => {
    const value = source[info.fieldName]
    if (typeof value !== 'function') return count(value, info)
    return value(args, context, info).then((resolved: unknown) => count(resolved, info))
  }

  return {
    fieldResolver,
    error() {
      if (bytes > limits.graphqlResultBytes) return tooManyBytes()
      return fields > limits.graphqlResultFields ? tooManyFields() : null
    },
  }
}

/** The length of a text in a JSON body in UTF-8. */
function jsonBytes(text: string): number {
  let bytes = 2
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit < 0x20) bytes += isShortEscape(unit) ? 2 : 6
    else if (unit === 0x22 || unit === 0x5c) bytes += 2
    else if (unit < 0x80) bytes += 1
    else if (unit < 0x800) bytes += 2
    else if (unit < 0xd800 || unit > 0xdfff) bytes += 3
    // Half of a character of four bytes, or escaped if the other half is missing.
    else bytes += isPaired(text, index, unit) ? 2 : 6
  }
  return bytes
}

/** \b, \t, \n, \f and \r. */
function isShortEscape(unit: number): boolean {
  return unit >= 8 && unit <= 13 && unit !== 11
}

function isPaired(text: string, index: number, unit: number): boolean {
  const other = text.charCodeAt(unit < 0xdc00 ? index + 1 : index - 1)
  return unit < 0xdc00 ? other >= 0xdc00 && other <= 0xdfff : other >= 0xd800 && other <= 0xdbff
}
