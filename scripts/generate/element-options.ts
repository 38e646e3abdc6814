// What follows from the options and labels of `<photo-feed>`: types and tables of the element, its manifest, and the manual's tables.
import { type LabelRow, labels } from '../../element/labels.ts'
import { type OptionRow, options as rows } from '../../element/options.ts'
import { readText } from '../packages.ts'
import { table, withTables } from './tables.ts'

/** Defaults by layout are in the sentence. */
const options = rows.map(
  (row): OptionRow =>
    row.defaultByLayout ? { ...row, about: `${row.about} ${defaultOf(row)}` } : row,
)

function defaultOf({ defaultByLayout }: OptionRow): string {
  const { others, ...layouts } = defaultByLayout ?? {}
  const exceptions = Object.entries(layouts).map(
    ([layout, value]) => `, in \`${layout}\` it is \`${value}\``,
  )
  return `The default is \`${others}\`${exceptions.join('')}.`
}

const camelCase = (name: string) => name.replace(/-(.)/g, (_, letter) => letter.toUpperCase())
const quote = (text: string | number) => `'${text}'`
const union = ({ values = [] }: OptionRow) => values.map(quote).join(' | ')

const plainTypes = {
  text: 'string',
  length: 'string',
  boolean: 'boolean',
  integer: 'number',
  columns: 'number | string',
}

const valueType = (row: OptionRow) =>
  row.kind === 'choice' ? (row.type ?? union(row)) : plainTypes[row.kind]

const isNullable = (row: OptionRow) => row.default === undefined && row.kind !== 'boolean'

/** Returns the generated files. */
export function generate() {
  const manual = 'docs/manual/element.md'
  return {
    'element/src/view/generated/properties.ts': typesFile(),
    'element/src/languages/generated/labels.ts': labelsFile(),
    'element/custom-elements.json': manifest(),
    [manual]: withTables(readText(manual), {
      'element-attributes': table(
        ['Attribute', 'Default', ''],
        [...options, ...others].map(({ name, default: initial = '', about }) => [
          `\`${name}\``,
          `${initial}`,
          sentencePart(about),
        ]),
      ),
      'element-labels': table(
        ['Label', 'Default', ''],
        labels.map((label) => [`\`${label.name}\``, textOf(label), sentencePart(label.about)]),
      ),
    }),
  }
}

/** A cell of a table begins without a capital. */
const sentencePart = (about: string) =>
  about.charAt(0).toLowerCase() + about.slice(1).replace(/\.$/, '')

const textOf = ({ text }: LabelRow) => (typeof text === 'string' ? text : text.other)

function labelsFile(): string {
  const fields = labels.map((label) => {
    const type = typeof label.text === 'string' ? 'string' : 'PhotoFeedCountedLabel'
    const comment = `  /** ${label.about} @default '${textOf(label)}' */`
    return `${comment}\n  readonly ${label.name}?: ${type} | undefined\n`
  })
  const defaults = (isFirst: boolean) =>
    labels
      .filter((label) => Boolean(label.isFirst) === isFirst)
      .map(({ name, text }) => `  ${name}: ${JSON.stringify(text)},\n`)
      .join('')
  return `// Generated from element/labels.ts by \`npm run generate\`. Do not edit.

/** A text for each plural form of \`{count}\`. A form that is missing is that of \`other\`. */
export interface PhotoFeedPluralForms
  extends Partial<Record<Intl.LDMLPluralRule, string | undefined>> {
  readonly other: string
}

/** A text, or its plural forms. */
export type PhotoFeedCountedLabel = string | PhotoFeedPluralForms

/** Every text that a visitor can see or hear. Each is optional and by default in the language of the page, else in English. */
export interface PhotoFeedLabels {
${fields.join('')}}

/** The English texts of what is built in. */
export const firstDefaults = {
${defaults(true)}}

/** The English texts of what is loaded on demand. */
export const laterDefaults = {
${defaults(false)}}
`
}

/** The attributes that are no options: their values are not parsed. */
const others = [
  {
    name: 'lang',
    default: 'en',
    about:
      'The language of texts, dates and numbers. Without it, the nearest `lang` of an ancestor applies.',
  },
  {
    name: 'labels',
    default: 'those of `lang`',
    about: 'Texts for visitors as JSON, see the property.',
  },
]

function typesFile(): string {
  const types = options.filter(({ type }) => type?.startsWith('PhotoFeed'))
  const fields = (indent: (row: OptionRow) => string) =>
    options
      .map((row) => {
        const initial =
          row.default === undefined
            ? ''
            : ` @default ${row.kind === 'choice' ? quote(row.default) : row.default}`
        return `  /** ${row.about}${initial} */\n  ${indent(row)}\n`
      })
      .join('')
  const optionRows = options.map(({ name, kind, values, default: initial, changes }) =>
    JSON.stringify({ name, kind, values, default: initial, changes }),
  )
  const { values: layouts = [] } = options.find(({ name }) => name === 'layout') ?? {}
  const layoutDefaults = options.flatMap(({ name, defaultByLayout: initial }) => {
    if (!initial) return []
    const byLayout = layouts.map((layout) => [layout, initial[layout] ?? initial.others])
    return `  ${camelCase(name)}: ${JSON.stringify(Object.fromEntries(byLayout))},\n`
  })
  return `// Generated from element/options.ts by \`npm run generate\`. Do not edit.
import type { PostSelection } from '@photofeed/sdk'
import type { OptionRow } from '../../../options.ts'
import type { PhotoFeedLabels } from '../../languages/labels.ts'

${types.map((row) => `/** ${row.about} */\nexport type ${row.type} = ${union(row)}\n`).join('\n')}
/** The properties of the element that reflect its attributes. Null or undefined removes the attribute. */
export interface PhotoFeedProperties {
${fields((row) => `${camelCase(row.name)}: ${valueType(row)}${isNullable(row) ? ' | null' : ''}`)}}

/** The attributes of \`<photo-feed>\`, for the types of templates. */
export interface PhotoFeedAttributes {
${fields((row) => `'${row.name}'?: ${valueType(row).replace(/^NonNullable<(.*)>$/, '$1')}${row.kind === 'integer' ? ' | string' : ''} | undefined`)}  /** Replaces the texts for visitors: an object or its JSON. */
  labels?: PhotoFeedLabels | string | undefined
}

/** What the element has to know of an option. */
export type Option = Pick<OptionRow, 'name' | 'kind' | 'values' | 'default' | 'changes'>

export const optionRows: readonly Option[] = [
${optionRows.map((row) => `  ${row},\n`).join('')}]

/** The defaults of options, by layout where they differ. */
export const layoutDefaults = {
${layoutDefaults.join('')}} as const

/** All options; those with a default by layout are not null. */
export type CompleteOptions = PhotoFeedProperties &
  Readonly<Record<keyof typeof layoutDefaults, NonNullable<unknown>>>
`
}

function manifest(): string {
  const file = JSON.parse(readText('element/custom-elements.json'))
  const [element] = file.modules[0].declarations
  const text = (row: OptionRow) => (row.kind === 'choice' ? union(row) : plainTypes[row.kind])
  element.attributes = [
    ...options.map((row) => ({
      name: row.name,
      type: { text: text(row) },
      description: row.about,
      ...(row.default !== undefined && { default: String(row.default) }),
      fieldName: camelCase(row.name),
    })),
    ...element.attributes.filter(({ name }: { name: string }) => ['labels', 'lang'].includes(name)),
  ]
  element.members = [
    ...options.map((row) => ({
      kind: 'field',
      name: camelCase(row.name),
      type: { text: `${text(row)}${isNullable(row) ? ' | null' : ''}` },
      attribute: row.name,
      reflects: true,
      description: row.about,
      ...(row.default !== undefined && {
        default: row.kind === 'choice' ? quote(row.default) : String(row.default),
      }),
    })),
    ...element.members.filter(({ name }: { name: string }) => ['labels', 'reload'].includes(name)),
  ]
  return `${JSON.stringify(file, null, 2)}\n`
}
