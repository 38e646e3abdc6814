// Tables of the site, made from the data that the packages use. Each is Markdown, as text or parsed.
import type { Root } from 'mdast'
import { table } from '../../scripts/generate/tables.ts'
import { cell, code } from './cells.ts'
import { importOf, sdkEntries } from './reference/sdk-entries.ts'
import { readRepositoryFile } from './repository-files.ts'

interface Manifest {
  modules: { declarations: Record<string, ManifestEntry[]>[] }[]
}
export interface ManifestEntry {
  name: string
  kind?: string
  default?: string
  description?: string
  type?: { text: string }
}

/** Returns what the element's manifest says of `<photo-feed>`. */
export function elementManifest(): Record<string, ManifestEntry[]> {
  const { modules } = JSON.parse(readRepositoryFile('element/custom-elements.json')) as Manifest
  return (
    modules.flatMap(({ declarations }) => declarations).find(({ attributes }) => attributes) ?? {}
  )
}

/** Values are below the name and the default after the text, so that a phone has room for the text. */
function manifestTable(list: string, title: string): string {
  const entries = elementManifest()[list] ?? []
  return table(
    [title, 'Description'],
    entries.map(({ name, type, default: initial, description = '' }) => [
      code(name || '(default)') + (type ? `<br>${cell(code(type.text))}` : ''),
      cell(description) + (initial === undefined ? '' : ` Default: ${cell(code(initial))}.`),
    ]),
  )
}

/** The codes of section 7.2. The others are assumed. */
const specifiedCodes: readonly string[] = [
  ...['MISSING_API_KEY', 'INVALID_API_KEY', 'NOT_FOUND', 'METHOD_NOT_ALLOWED'],
  ...['VALIDATION_ERROR', 'INTERNAL_SERVER_ERROR'],
]

type Problem = readonly [
  code: string,
  { readonly status: number; readonly title: string; readonly detail: string },
]

function problemTable(problems: readonly Problem[]): string {
  return table(
    ['Status', 'Code', 'Title', 'Text'],
    problems.map(([name, { status, title, detail }]) => [
      String(status),
      code(name),
      title,
      name === 'VALIDATION_ERROR'
        ? 'a [message](/contract/specification/#75-validation-messages) for each problem'
        : code(detail),
    ]),
  )
}

async function ruleSections(): Promise<string> {
  const [{ catalog }, { bySection }] = await Promise.all([
    import('../../contract/src/catalog/catalog.ts'),
    import('../../contract/src/catalog/sections.ts'),
  ])
  // What most rules of a list have is not said: the level must, and the section of the heading.
  const item = (number: string, { id, level, section, sentence }: (typeof catalog)[number]) => {
    const others = [level, section].filter((text) => text !== 'must' && text !== number)
    return `- <a id="${id}"></a>${code(id)} ${others.length > 0 ? `(${others.join(', ')}) ` : ''}${cell(sentence)}`
  }
  return bySection(catalog)
    .map(({ number, title, entries }) =>
      [`## ${number} ${title}`, entries.map((rule) => item(number, rule)).join('\n')].join('\n\n'),
    )
    .join('\n\n')
}

function unpublishedSteps(): string {
  const [, text = ''] =
    /<!-- unpublished: made by [^>]+ -->([\s\S]*?)<!-- end -->/.exec(
      readRepositoryFile('sdk/README.md'),
    ) ?? []
  return text
}

export const tables: Readonly<Record<string, () => string | Promise<string | Root>>> = {
  /** How to install before publication; nothing afterwards. */
  'unpublished-steps': unpublishedSteps,
  /** A link to these steps. */
  unpublished: () =>
    unpublishedSteps().trim() === ''
      ? ''
      : 'The packages are not on npm yet: first [install them from a clone](/reference/versions/#releases).',
  /** The sizes of the SDK's entries, as the README has them. */
  sizes() {
    const [, text = ''] =
      /<!-- sizes: made by [^>]+ -->([\s\S]*?)<!-- end -->/.exec(
        readRepositoryFile('sdk/README.md'),
      ) ?? []
    return text
  },
  'element-attributes': () => manifestTable('attributes', 'Attribute'),
  'element-events': () => manifestTable('events', 'Event'),
  'element-parts': () => manifestTable('cssParts', 'Part'),
  'element-properties': () => manifestTable('cssProperties', 'Custom property'),
  'element-slots': () => manifestTable('slots', 'Slot'),
  'element-labels'() {
    const source = readRepositoryFile('element/src/languages/generated/labels.ts')
    const labels = source.matchAll(/\/\*\* (.*?) @default '(.*?)' \*\/\s+readonly (\w+)/g)
    return table(
      ['Label', 'Default', 'Where'],
      [...labels].map(([, where = '', initial = '', name = '']) => [
        code(name),
        cell(code(initial)),
        cell(where),
      ]),
    )
  },
  async scenarios() {
    const { scenarios } = await import('../../mock-server/src/accounts/scenarios.ts')
    return table(
      ['Scenario', 'Plan', 'Status', 'What it shows'],
      scenarios.map(({ name, plan, status, description }) => [
        code(name),
        plan,
        code(status),
        description,
      ]),
    )
  },
  async 'named-faults'() {
    const { faults } = await import('../../mock-server/src/faults/fault-settings.ts')
    return table(
      ['Fault', 'The same as'],
      Object.entries(faults).map(([name, fault]) => [
        code(name),
        cell(code(`mock.fault('premium', ${JSON.stringify(fault)})`)),
      ]),
    )
  },
  async errors() {
    const { errorTable } = await import('../../scripts/generate/error-table.ts')
    return errorTable(false)
  },
  async 'error-codes'() {
    const { problems } = await import('@photofeed/openapi')
    return problemTable(Object.entries(problems))
  },
  async 'specified-errors'() {
    const { problems } = await import('@photofeed/openapi')
    return problemTable(Object.entries(problems).filter(([name]) => specifiedCodes.includes(name)))
  },
  async 'validation-messages'() {
    const { parameters } = await import('@photofeed/openapi')
    const rows = Object.entries(parameters).flatMap(([name, parameter]) => [
      ...('arrayOnly' in parameter
        ? [[parameter.arrayOnly.name, parameter.arrayOnly.message]]
        : []),
      ...('messages' in parameter
        ? Object.values(parameter.messages).map((message) => [name, message])
        : []),
    ])
    return table(
      ['`source.parameter`', '`detail`'],
      rows.map(([name = '', message = '']) => [code(name), code(message)]),
    )
  },
  async 'exit-codes'() {
    const { exitCodes } = await import('../../contract/src/run/verdict.ts')
    return table(
      ['Code', 'Meaning'],
      Object.values(exitCodes).map(({ code, meaning }) => [String(code), cell(meaning)]),
    )
  },
  async levels() {
    const { levelMeanings } = await import('../../contract/src/judging/rule.ts')
    return table(
      ['Level', 'Meaning'],
      Object.entries(levelMeanings).map(([level, meaning]) => [level, meaning]),
    )
  },
  async settings() {
    const { settingsTable } = await import('../../scripts/generate/settings.ts')
    // The page says it once for all secrets.
    return settingsTable().replaceAll(/ \(set it in the environment[^)]*\)/g, '')
  },
  rules: ruleSections,
  async parameters() {
    return (await import('./reference/parameters.ts')).specifiedParameters()
  },
  async 'parameter-options'() {
    return (await import('./reference/parameters.ts')).parameterOptions()
  },
  async rest() {
    return (await import('./reference/rest.ts')).restReference()
  },
  async 'graphql-schema'() {
    return (await import('./reference/graphql.ts')).graphqlReference()
  },
  async cli() {
    return (await import('./reference/cli.ts')).cliReference()
  },
  ...Object.fromEntries(
    sdkEntries.map((entry) => [
      importOf(entry),
      async () => (await import('./reference/sdk.ts')).sdkReference(entry),
    ]),
  ),
}

export const tableNames = Object.keys(tables)
