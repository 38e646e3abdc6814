import {
  firstDefaults,
  laterDefaults,
  type PhotoFeedCountedLabel,
  type PhotoFeedLabels,
  type PhotoFeedPluralForms,
} from './generated/labels.ts'

export type {
  PhotoFeedCountedLabel,
  PhotoFeedLabels,
  PhotoFeedPluralForms,
} from './generated/labels.ts'

/** All labels. */
export type Labels = {
  readonly [Name in keyof PhotoFeedLabels]-?: Exclude<PhotoFeedLabels[Name], undefined>
}

/** The labels of a language. The text of `notice` comes from the service, in English. */
export type Translation = Omit<Labels, 'notice'>

/** The labels of what is built in. Others may be missing. */
export type FirstLabels = PhotoFeedLabels & Pick<Labels, keyof typeof firstDefaults>

const isPlural = (text: unknown): text is PhotoFeedPluralForms =>
  typeof Object(text).other === 'string' &&
  Object.values<unknown>(Object(text)).every((form) => typeof form === 'string')

/** Returns the given labels, and the defaults of those of what is built in. */
export function completeFirstLabels(labels: PhotoFeedLabels = {}): FirstLabels {
  return addDefaults(firstDefaults, labels)
}

/** Returns all labels: the given ones, else the defaults. */
export function completeLabels(labels: PhotoFeedLabels = {}): Labels {
  return addDefaults(laterDefaults, completeFirstLabels(labels))
}

/** Adds defaults to labels, and omits the plural forms of a label that has none. */
function addDefaults<Defaults extends PhotoFeedLabels, Given extends PhotoFeedLabels>(
  defaults: Defaults,
  labels: Given,
): Given & Defaults {
  // JSON may contain anything.
  const texts = Object.entries(labels).filter(
    ([name, text]) =>
      typeof text === 'string' ||
      (isPlural(text) && typeof defaults[name as keyof PhotoFeedLabels] !== 'string'),
  )
  return { ...defaults, ...(Object.fromEntries(texts) as Given) }
}

/** Returns the labels of a property or attribute, which is JSON. */
export function parseLabels(labels: PhotoFeedLabels | string | null | undefined): PhotoFeedLabels {
  if (typeof labels !== 'string') return { ...labels }
  try {
    return { ...JSON.parse(labels || '{}') }
  } catch {
    console.warn('<photo-feed>: labels is not valid JSON.')
    return {}
  }
}

/** Replaces the placeholders of a label. Numbers, and the plural form of `{count}`, are those of the language. */
export function fill(
  label: PhotoFeedCountedLabel,
  values: Readonly<Record<string, string | number>>,
  lang = '',
): string {
  const text =
    typeof label === 'string'
      ? label
      : (label[pluralRules(lang).select(Number(values.count))] ?? label.other)
  return text.replace(/\{(\w+)\}/g, (placeholder, name) => {
    const value = values[name] ?? placeholder
    return typeof value === 'number' ? formatCount(value, lang) : value
  })
}

/** Returns a number in a language, from 10,000 in a short form. */
export function formatCount(count: number, lang: string): string {
  const notation = count < 10_000 ? 'standard' : 'compact'
  return inLanguage(lang, (tag) => new Intl.NumberFormat(tag, { notation })).format(count)
}

/** Returns a function that formats days in a language, by default in the time zone of the visitor. */
export function dateFormat(lang: string, timeZone?: string): (date: Date) => string {
  const options = { dateStyle: 'medium', timeZone } as const
  return inLanguage(lang, (tag) => new Intl.DateTimeFormat(tag, options)).format
}

function pluralRules(lang: string) {
  return inLanguage(lang, (tag) => new Intl.PluralRules(tag))
}

function inLanguage<Result>(lang: string, create: (tag: string) => Result): Result {
  return create(localeOf(lang)?.baseName ?? 'en')
}

/**
 * Returns the locale of a language tag, also as operating systems and content management systems write it: `de_DE`,
 * `de_DE.UTF-8`, `pt_PT_ao90`. What follows its valid start is ignored; an invalid tag has none.
 */
export function localeOf(lang: string): Intl.Locale | undefined {
  const parts = lang
    .trim()
    .replace(/[.@].*/, '')
    .split(/[-_]/)
  for (; parts.length > 0; parts.pop()) {
    try {
      return new Intl.Locale(parts.join('-'))
    } catch {}
  }
  return undefined
}
