import { localeOf, type PhotoFeedLabels } from './labels.ts'

/** The labels that have been loaded, by language tag. */
const loaded = new Map<string, PhotoFeedLabels>()

/**
 * Returns the labels of a language, such as `de` or `pt-BR`. The result is empty for English, which is built in, and for
 * languages without a translation.
 *
 * @example
 * ```ts
 * const html = renderFeed(page, { lang: 'de', labels: await loadLabels('de') })
 * ```
 */
export async function loadLabels(lang: string): Promise<PhotoFeedLabels> {
  const locale = parse(lang)
  const known = loadedLabels(lang)
  if (known || !locale) return known ?? {}
  const { loadTranslation } = await import('./translations.ts')
  const labels = (await loadTranslation(locale)) ?? {}
  loaded.set(lang, labels)
  return labels
}

/** Returns the labels of a language that need not be loaded any more, and undefined if they are to be loaded. */
export function loadedLabels(lang: string): PhotoFeedLabels | undefined {
  return /^(en([-_]|$)|$)/i.test(lang) ? {} : loaded.get(lang)
}

/** Returns the nearest `lang` attribute, also outside the shadow root that contains the element. */
export function languageOf(element: Element): string | undefined {
  const nearest = element.closest('[lang]')
  if (nearest) return nearest.getAttribute('lang') ?? undefined
  const { host } = element.getRootNode() as Partial<ShadowRoot>
  return host && languageOf(host)
}

/** Returns the direction of a language's script, and null without a language: that of the page applies. */
export function directionOf(lang: string): 'ltr' | 'rtl' | null {
  const script = parse(lang)?.script
  return script === undefined
    ? null
    : /^(Adlm|Arab|Aran|Hebr|Nkoo|Rohg|Syrc|Thaa)$/.test(script)
      ? 'rtl'
      : 'ltr'
}

/** Returns a language with its likely script and region; an invalid tag has none. */
const parse = (lang: string) => localeOf(lang)?.maximize()
