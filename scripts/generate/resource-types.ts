// The types that openapi-typescript made, by names of the SDK: a hover over `components['schemas']['Post']` shows paths.
import { connectionStatuses, headers, parameters, plans, problems } from '@photofeed/openapi'
import { readText } from '../packages.ts'

/** Schemas that have a type of the SDK. */
const named = 'Account Post Child Sizes Comment Pagination ConnectionStatus MediaType'.split(' ')
/** The DOM has a global type with the name of the schema. */
const renamed: Readonly<Record<string, string>> = { Comment: 'PostComment' }
/** Parameters whose values have a type. */
const valuesOf = {
  PostType: 'filter[type]',
  SortValue: 'sort',
  IncludeName: 'include[]',
  ImageFormat: 'format',
} as const
/** Other spellings of values: `-publishedAt` is `-published_at`. */
const aliases = /^-?[a-z]+[A-Z]/
/** A service may add values: completion shows the known ones, and any string is accepted. */
const open = ' | (string & {})'
const banner = '// Generated from openapi.yaml by `npm run generate`. Do not edit.\n'

/** Returns the SDK's types of resources and values, which follow from openapi.yaml. */
export function generate() {
  const schemas = schemaTypes()
  const types = [
    ...named.map((name) => schemas[name]),
    ...Object.entries(valuesOf).map(
      ([name, parameter]) =>
        `/** The values of ${parameter}. */\nexport type ${name} = ${union(parameters[parameter].values.filter((value) => !aliases.test(value)))}\n`,
    ),
    `/** The codes of errors; a service may add others. */\nexport type ErrorCode = ${union(Object.keys(problems))}${open}\n`,
  ]
  return {
    'sdk/src/generated/resources.ts': `${banner}\n${types.join('\n')}`,
    'sdk/src/generated/facts.ts': banner + facts(),
  }
}

function union(values: readonly string[]): string {
  return values.map((value) => `"${value}"`).join(' | ')
}

/** Facts of the connection, which the SDK returns beside the account. */
const ofConnection =
  / *(?:\/\*\*(?:(?!\*\/).)*\*\/\n *)?(?:status: ConnectionStatus|lastFetchAt: string \| null);\n/gs

/** Returns the schemas as exported types. What has no name in the SDK, such as a time, is spelled out. */
function schemaTypes(): Readonly<Record<string, string>> {
  const text = readText('openapi/src/generated/rest.ts')
    // Of the tags of comments, only the description says what the type does not.
    .replace(/^ +(\/\*\*|\*) @(enum|constant)( \{string\})?( \*\/)?\n/gm, '')
    .replaceAll('@description ', '')
    .replace(/("\w+"(?: \| "\w+")+);/g, `$1${open};`)
  const [, schemas = ''] = /^ {4}schemas: \{\n(.*?)^ {4}\};/ms.exec(text) ?? []
  const entries = schemas.split(/(?<=;\n)(?= {8}[^\s}])/).map((schema) => {
    const [, comment = '', name = '', type = ''] = /^(.*?)^ {8}(\w+): (.*);$/ms.exec(schema) ?? []
    return [name, { comment, type }] as const
  })
  const all = Object.fromEntries(entries)
  const spelled = (text: string): string =>
    text.replace(/components\["schemas"\]\["(\w+)"\]/g, (_, name: string) =>
      named.includes(name) ? (renamed[name] ?? name) : spelled(all[name]?.type ?? ''),
    )
  return Object.fromEntries(
    entries.map(([name, { comment, type }]) => [
      name,
      `${comment}export type ${renamed[name] ?? name} = ${spelled(type)}\n`
        .replace(/^ {8}/gm, '')
        .replace(name === 'Account' ? ofConnection : /(?!)/, ''),
    ]),
  )
}

/** Returns the facts that the client uses, one by one, so that its bundles do not contain the other texts of the contract. */
function facts(): string {
  const stale = Object.entries(connectionStatuses).flatMap(([status, { stale }]) =>
    stale === null ? [] : [[status, stale]],
  )
  const { AccountStatus, FeedStale, LastFetchedAt } = headers
  const values = {
    explanations: Object.fromEntries(stale),
    accountStatus: AccountStatus.name,
    feedStale: FeedStale.name,
    lastFetchedAt: LastFetchedAt.name,
    neverFetched: LastFetchedAt.whenNull,
    freePageSize: plans.free.maximumPageSize,
  }
  return Object.entries(values)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)} as const\n`)
    .join('')
}
