import type { Translation } from './labels.ts'

type Load = () => Promise<{ default: Translation }>

/** A file for each language but English, which is built in. */
const languages: Readonly<Record<string, Load>> = {
  ar: () => import('./languages/ar.ts'),
  cs: () => import('./languages/cs.ts'),
  da: () => import('./languages/da.ts'),
  de: () => import('./languages/de.ts'),
  el: () => import('./languages/el.ts'),
  es: () => import('./languages/es.ts'),
  fi: () => import('./languages/fi.ts'),
  fr: () => import('./languages/fr.ts'),
  he: () => import('./languages/he.ts'),
  hu: () => import('./languages/hu.ts'),
  id: () => import('./languages/id.ts'),
  it: () => import('./languages/it.ts'),
  ja: () => import('./languages/ja.ts'),
  ko: () => import('./languages/ko.ts'),
  nb: () => import('./languages/nb.ts'),
  nl: () => import('./languages/nl.ts'),
  pl: () => import('./languages/pl.ts'),
  pt: () => import('./languages/pt.ts'),
  'pt-PT': () => import('./languages/pt-PT.ts'),
  ro: () => import('./languages/ro.ts'),
  ru: () => import('./languages/ru.ts'),
  sv: () => import('./languages/sv.ts'),
  tr: () => import('./languages/tr.ts'),
  uk: () => import('./languages/uk.ts'),
  vi: () => import('./languages/vi.ts'),
  zh: () => import('./languages/zh.ts'),
  'zh-Hant': () => import('./languages/zh-Hant.ts'),
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
