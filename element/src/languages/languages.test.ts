import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { accountBody } from '../../../sdk/test/support/account-body.ts'
import { renderFeed } from '../entries/render.ts'
import {
  completeLabels,
  fill,
  type PhotoFeedCountedLabel,
  type PhotoFeedPluralForms,
} from './labels.ts'
import { directionOf, loadLabels } from './languages.ts'

const files = readdirSync(new URL('translations', import.meta.url)).map((name) =>
  name.replace('.ts', ''),
)
const english = Object.entries(completeLabels()).filter(([name]) => name !== 'notice')
const textsOf = (label: PhotoFeedCountedLabel) =>
  typeof label === 'string' ? [label] : Object.values({ ...label }).map(String)
const placeholdersOf = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort()

describe.each(files)('%s', (lang) => {
  it('has every label, with the placeholders of the English one', async () => {
    const labels = await loadLabels(lang)
    expect(Object.keys(labels).sort()).toEqual(english.map(([name]) => name).sort())
    for (const [name, label] of english) {
      const expected = placeholdersOf(textsOf(label).at(-1) ?? '')
      const own = labels[name as keyof typeof labels] ?? ''
      for (const text of textsOf(own)) {
        expect(text).not.toBe('')
        const found = placeholdersOf(text)
        // Some languages write one and two as words.
        const rest = expected.filter((name) => name !== '{count}' || found.includes(name))
        expect([name, found]).toEqual([name, rest])
      }
    }
  })

  it('has only plural forms that the language uses', async () => {
    const { pluralCategories } = new Intl.PluralRules(lang).resolvedOptions()
    const plurals = Object.values(await loadLabels(lang)).filter((label) => label.other)
    for (const label of plurals as PhotoFeedPluralForms[]) {
      expect(pluralCategories).toEqual(expect.arrayContaining(Object.keys(label)))
    }
  })
})

it.each([
  ['pt-BR', 'Post'],
  ['pt-PT', 'Publicação'],
  ['de-AT', 'Beitrag'],
  ['zh-TW', '貼文'],
  ['zh-Hans-HK', '帖子'],
  ['no', 'Innlegg'],
  ['nn-NO', 'Innlegg'],
  ['DE', 'Beitrag'],
  ['en-GB', undefined],
  ['tlh', undefined],
  ['not a language', undefined],
  ['', undefined],
])('%j has the labels of the nearest language', async (lang, post) => {
  expect((await loadLabels(lang)).post).toBe(post)
})

it.each([
  ['pl', 1, 'Wyświetlono 1 post.'],
  ['pl', 3, 'Wyświetlono 3 posty.'],
  ['pl', 12, 'Wyświetlono 12 postów.'],
  ['ar', 2, 'تم عرض منشورين.'],
  ['ja', 1, '1件の投稿を表示しています。'],
  ['de', 1200, '1.200 Beiträge werden angezeigt.'],
  ['en', 1, '1 post shown.'],
  ['tlh', 2, '2 posts shown.'],
])('%s: %d', async (lang, count, text) => {
  expect(fill(completeLabels(await loadLabels(lang)).shown, { count }, lang)).toBe(text)
})

it.each([
  ['ar', 'rtl'],
  ['he-IL', 'rtl'],
  ['fa', 'rtl'],
  ['pa-Arab', 'rtl'],
  ['az', 'ltr'],
  ['de', 'ltr'],
  ['', null],
])('the direction of %j', (lang, direction) => {
  expect(directionOf(lang)).toBe(direction)
})

it('a server renders in the language that it loads', async () => {
  const { posts, pagination } = accountBody(['1'])
  const connection = { status: 'ready', stale: false, explanation: null, lastFetchedAt: null }
  const page = { posts, connection, pagination: { ...pagination, nextCursor: 'n' } }
  const html = renderFeed(page, { lang: 'ar', labels: await loadLabels('ar') })
  expect(html).toContain('<div id="stage" dir="rtl">')
  expect(html).toContain('>عرض المزيد</button>')
})

it('plural forms of a label that has none are ignored', () => {
  const labels = JSON.parse('{"loadMore":{"other":"x"},"shown":{"other":"{count}!"},"likes":{}}')
  expect(completeLabels(labels)).toEqual({ ...completeLabels(), shown: { other: '{count}!' } })
})
