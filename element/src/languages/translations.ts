import type { Translation } from './labels.ts'

type Load = () => Promise<{ default: Translation }>

/** A file for each language but English, which is built in. */
const languages: Readonly<Record<string, Load>> = {
  ar: () => import('./translations/ar.ts'),
  cs: () => import('./translations/cs.ts'),
  da: () => import('./translations/da.ts'),
  de: () => import('./translations/de.ts'),
  el: () => import('./translations/el.ts'),
  es: () => import('./translations/es.ts'),
  fi: () => import('./translations/fi.ts'),
  fr: () => import('./translations/fr.ts'),
  he: () => import('./translations/he.ts'),
  hu: () => import('./translations/hu.ts'),
  id: () => import('./translations/id.ts'),
  it: () => import('./translations/it.ts'),
  ja: () => import('./translations/ja.ts'),
  ko: () => import('./translations/ko.ts'),
  nb: () => import('./translations/nb.ts'),
  nl: () => import('./translations/nl.ts'),
  pl: () => import('./translations/pl.ts'),
  pt: () => import('./translations/pt.ts'),
  'pt-PT': () => import('./translations/pt-PT.ts'),
  ro: () => import('./translations/ro.ts'),
  ru: () => import('./translations/ru.ts'),
  sv: () => import('./translations/sv.ts'),
  tr: () => import('./translations/tr.ts'),
  uk: () => import('./translations/uk.ts'),
  vi: () => import('./translations/vi.ts'),
  zh: () => import('./translations/zh.ts'),
  'zh-Hant': () => import('./translations/zh-Hant.ts'),
}

/** Tags that have the file of another language. */
const aliases: Readonly<Record<string, string>> = { no: 'nb', nn: 'nb' }

/** Returns the labels of the best file for a language, and undefined if there is none. */
export async function loadTranslation(locale: Intl.Locale): Promise<Translation | undefined> {
  const { language = '', script, region } = locale
  const names = [`${language}-${region}`, `${language}-${script}`, aliases[language] ?? language]
  const name = names.find((name) => Object.hasOwn(languages, name))
  return name === undefined ? undefined : (await languages[name]?.())?.default
}
