import { type OptionRow, options } from '../options.ts'

/** A control of the editor. Its name is that of an attribute, or of a custom property. */
export interface Field {
  readonly name: string
  readonly label: string
  readonly hint?: string | undefined
  /** `phone` is the number of columns of a narrow feed. */
  readonly kind: 'select' | 'check' | 'count' | 'phone' | 'text' | 'color'
  /** The labels by their values. The first one is the default, and is not written. */
  readonly options?: Readonly<Record<string, string>> | undefined
  readonly placeholder?: string | undefined
  readonly max?: number | undefined
}

export interface Group {
  readonly title: string
  readonly fields: readonly Field[]
}

const languages =
  'ar cs da de el en es fi fr he hu id it ja ko nb nl pl pt pt-PT ro ru sv tr uk vi zh zh-Hant'.split(
    ' ',
  )

/** Returns the name of a language in itself. */
const ownName = (language: string) =>
  new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language

const kinds = {
  boolean: 'check',
  integer: 'count',
  columns: 'count',
  choice: 'select',
  length: 'select',
  text: 'text',
} as const

function fieldOf({ name, kind, values, editor }: OptionRow): Field[] {
  if (!editor) return []
  const { label, hint, placeholder, options } = editor
  const max = kind === 'columns' ? 9 : Number(values?.[1])
  // Owners choose between the same and a new tab.
  const field = { name, label, hint, placeholder, options, max }
  const one: Field = { ...field, kind: name === 'target' ? 'check' : kinds[kind] }
  return name === 'columns' ? [one, { ...phoneColumns, max }] : [one]
}

const phoneColumns = { name: 'columns-phone', label: 'on phones', kind: 'phone' } as const

const fieldsOf = (group: string) =>
  options.filter(({ editor }) => editor?.group === group).flatMap(fieldOf)

/** What an owner can choose. The first group is what most owners change. */
export const groups: readonly Group[] = [
  {
    title: 'Look',
    fields: [
      ...fieldsOf('Look'),
      {
        name: '--photo-feed-ratio',
        label: 'Shape',
        kind: 'select',
        options: { '': 'Square', '4/5': 'Portrait', '4/3': 'Landscape' },
      },
      {
        name: '--photo-feed-radius',
        label: 'Corners',
        kind: 'select',
        options: { '': 'Rounded', '0px': 'Sharp', '16px': 'Very rounded' },
      },
    ],
  },
  {
    title: 'Colors and background',
    fields: [
      ...fieldsOf('Style'),
      { name: 'color', label: 'Text', kind: 'color' },
      { name: '--photo-feed-surface', label: 'Cards and panel', kind: 'color' },
      { name: '--photo-feed-border', label: 'Their borders', kind: 'color' },
      { name: '--photo-feed-accent', label: 'Focus outline', kind: 'color' },
    ],
  },
  { title: 'Which posts', fields: fieldsOf('Posts') },
  {
    title: 'Behavior',
    fields: [
      ...fieldsOf('Behavior'),
      {
        name: 'lang',
        label: 'Language',
        kind: 'select',
        options: {
          '': 'That of your page',
          ...Object.fromEntries(languages.map((language) => [language, ownName(language)])),
        },
      },
    ],
  },
]
