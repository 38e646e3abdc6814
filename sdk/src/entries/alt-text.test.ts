import { describe, expect, it } from 'vitest'
import { postBody } from '../../test/support/account-body.ts'
import { altText, excerpt } from './alt-text.ts'
import type { Child, Post } from './index.ts'

const image: Post = { ...postBody('1'), caption: 'First light #harbour' }
const child: Child = { ...postBody('2'), mediaType: 'IMAGE' } as Child

describe('the text alternative', () => {
  it.each<[string, Post | Child, string]>([
    ['the text of the post', { ...image, altText: ' A boat ' }, 'A boat'],
    ['the caption when that text is invisible', { ...image, altText: '\u3164' }, 'First light'],
    ['the caption when that text is blank', { ...image, altText: ' ' }, 'First light'],
    ['the type when the caption has no words', { ...image, caption: '#harbour' }, 'Photo'],
    ['the type of a video', { ...image, mediaType: 'VIDEO', caption: null }, 'Video'],
    ['the type of an album', { ...image, mediaType: 'CAROUSEL_ALBUM', caption: '' }, 'Album'],
    ['the type of a carousel item', child, 'Photo'],
    [
      'never empty, also for a type that this version does not know',
      { ...image, mediaType: 'STORY' as 'IMAGE', caption: null },
      'Post',
    ],
  ])('is %s', (_, item, expected) => {
    expect(altText(item)).toBe(expected)
  })

  it('names types in another language', () => {
    expect(altText(child, { IMAGE: 'Foto' })).toBe('Foto')
  })
})

const sixteen = 'sixteen letters '

describe('the excerpt of a caption', () => {
  it.each([
    ['a line as it is', 'First light over the harbour.', 'First light over the harbour.'],
    ['the first line', 'First light\n\nMore below', 'First light'],
    [
      'no hashtags at the end',
      'Salt in the coffee. #tides #salt_water #写真',
      'Salt in the coffee.',
    ],
    ['hashtags inside a sentence', 'A #tides table says no', 'A #tides table says no'],
    ['no line of hashtags alone', '#tides #salt\nThe boat is back', 'The boat is back'],
    ['no line of dots, which people write as space', '.\n.\nThe boat is back', 'The boat is back'],
    [
      'no line of invisible characters',
      '\u3164\n\u115f\u1160\n\uffa0\n\u2800\n\u200b\nThe boat',
      'The boat',
    ],
    ['a line of a flag', '🇳🇴\nThe boat', '🇳🇴'],
    ['a line of emoji', '🌊\nThe boat', '🌊'],
    ['nothing for hashtags alone', '#tides #salt', ''],
    ['nothing for blanks', ' \r\n ', ''],
    ['markup as text', '<b>"Bread" & butter</b>', '<b>"Bread" & butter</b>'],
    ['all of 120 characters', 'a'.repeat(120), 'a'.repeat(120)],
    ['a cut between words', sixteen.repeat(8), `${sixteen.repeat(7)}sixteen…`],
    ['a word that ends at the limit', `${'a'.repeat(120)} b`, `${'a'.repeat(120)}…`],
    ['no punctuation before the cut', `${'a'.repeat(116)}, and more`, `${'a'.repeat(116)}…`],
    [
      'a cut between characters in a script without spaces',
      '写'.repeat(130),
      `${'写'.repeat(120)}…`,
    ],
    ['whole emoji', '🌊'.repeat(130), `${'🌊'.repeat(120)}…`],
  ])('has %s', (_, caption, expected) => {
    expect(excerpt(caption)).toBe(expected)
  })
})
