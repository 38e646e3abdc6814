import { expect, test } from 'vitest'
import { createFilter } from './chosen-posts.ts'

type Post = Parameters<ReturnType<typeof createFilter>>[0]

const none = { hiddenPosts: null, pinnedPosts: null, withWords: null, withoutWords: null }
const post = (caption: string | null) => ({ id: '1', caption }) as Post

test.each([
  ['@bakery', 'Thanks @bakery!'],
  ['bakery', 'Thanks @bakery!'],
  ['t-shirt', 'A new T-Shirt.'],
  ['t-shirt', 'A new T‑shirt'],
  ["don't", 'I don’t know'],
  ["l'été", "Vive l'été"],
  ['50%', 'Now 50% off'],
  ['50%', 'Now 50%!'],
  ['c++', 'I like C++.'],
  ['summer!', 'Summer is here'],
  ['👍', 'Good 👍🏽'],
  ['👍🏿', 'Good👍🏽'],
  ['👩‍👩‍👧', 'Us: 👩‍👩‍👧.'],
  ['❤️', 'With ❤'],
  ['🇩🇪', 'From 🇩🇪'],
  ['#cakes', 'Fresh ＃cakes'],
  ['cakes', 'Fresh #Cakes'],
  ['#été', 'Vive #e\u0301te\u0301'],
  ['istanbul', 'In İstanbul'],
  ['ケーキ', '今日のケーキは美味しい'],
  ['เค้ก', 'วันนี้มีเค้กอร่อย'],
  ['a_b', 'See @a_b'],
])('%j matches %j, for both sides', (words, caption) => {
  expect(createFilter({ ...none, withWords: words })(post(caption))).toBe(true)
  expect(createFilter({ ...none, withoutWords: words })(post(caption))).toBe(false)
})

test.each([
  ['#cakes', 'Some cakes'],
  ['cake', 'Some cakes'],
  ['t-shirt', 'A shirt for T'],
  ['50%', '50 people'],
  ['@bakery', 'A bakery'],
  ['ad', 'A lad, a Mad Hatter'],
  ['!', 'Some words!'],
  ['cakes', null],
])('%j does not match %j', (words, caption) => {
  const isOnly = createFilter({ ...none, withWords: words })(post(caption))
  // Words without a letter or a sign select nothing, so that all posts are displayed.
  expect(isOnly).toBe(words === '!')
  expect(createFilter({ ...none, withoutWords: words })(post(caption))).toBe(true)
})

test.each([' ', '\n', ',', ', ', ';', '、'])('%j separates words', (separator) => {
  const isOnly = createFilter({ ...none, withWords: `bread${separator}cakes` })
  const chosen = ['Some bread', 'Some cakes', 'A breadcakes'].filter((text) => isOnly(post(text)))
  expect(chosen).toEqual(['Some bread', 'Some cakes'])
})
