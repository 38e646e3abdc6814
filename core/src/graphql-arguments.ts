import type { QueryMeArgs } from '@photofeed/graphql'
import { type ImageFormat, type MediaType, type Ordering, parameters } from '@photofeed/openapi'
import { GraphQLError } from 'graphql'
import {
  parseFormat,
  parseMediaType,
  parsePublishedAfter,
  parsePublishedBefore,
} from './parameters.ts'
import { newestFirst, type PageQuery } from './post-page.ts'

/** The arguments of `me`, read by the same rules as the parameters of /api/v1/me. */
export interface MeArguments extends Omit<PageQuery, 'comments'> {
  format: ImageFormat
}

/**
 * Reads the arguments of `me`.
 * @throws GraphQLError with `extensions.validation` for broken rules, and without for an invalid date (7.4).
 */
export function readMeArguments(args: QueryMeArgs, fieldName: string): MeArguments {
  const {
    first,
    cursor,
    page: _,
    type: typeName,
    format: formatName,
    publishedAfter,
    publishedBefore,
    orderBy,
    ...unread
  } = args
  // A type error here names an argument of the schema that is not read.
  unread satisfies Record<string, never>
  const validation: Record<string, string[]> = {}
  const size = parameters['page[size]']

  const pageSize = first ?? null
  if (pageSize !== null && pageSize < size.minimum) {
    validation.first = [messageFor('first', 'page[size]', size.messages.minimum)]
  }
  let type: MediaType | null = null
  if (typeName != null) {
    type = parseMediaType(typeName)
    const { enum: message } = parameters['filter[type]'].messages
    if (!type) validation.type = [messageFor('type', 'filter[type]', message)]
  }
  let format: ImageFormat | null = parameters.format.default
  if (formatName != null) {
    format = parseFormat(formatName)
    if (!format) validation.format = [parameters.format.messages.enum]
  }
  if (Object.keys(validation).length > 0 || !format) {
    throw new GraphQLError(`Validation failed for the field [${fieldName}].`, {
      extensions: { validation },
    })
  }
  return {
    pageSize,
    cursor: cursor ?? null,
    type,
    format,
    publishedAfter: readDate('publishedAfter', publishedAfter, parsePublishedAfter),
    publishedBefore: readDate('publishedBefore', publishedBefore, parsePublishedBefore),
    order: readOrder(orderBy),
  }
}

function readDate(
  name: 'publishedAfter' | 'publishedBefore',
  text: string | null | undefined,
  parse: (text: string) => number | null,
): number | null {
  if (text == null) return null
  const time = parse(text)
  if (time !== null) return time
  const parameter = `filter[${name}]` as const
  throw new GraphQLError(messageFor(name, parameter, parameters[parameter].messages.format))
}

function readOrder(orderBy: QueryMeArgs['orderBy']): Ordering {
  const clause = orderBy?.[0]
  if (!clause) return newestFirst
  return {
    by: clause.column === 'ID' ? 'position' : 'publishedAt',
    direction: clause.order === 'ASC' ? 'asc' : 'desc',
  }
}

/** The message of the REST parameter, in the argument's own name. */
function messageFor(argument: string, parameter: keyof typeof parameters, message: string): string {
  return message.replace(parameter, argument)
}
