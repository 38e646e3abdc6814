import { expect, it } from 'vitest'
import { excerpt } from './excerpt.ts'

const sixteen = 'sixteen letters '

it.each([
  ['a line as it is', 'First light over the harbour.', 'First light over the harbour.'],
  ['the first line', 'First light\n\nMore below', 'First light'],
  ['no hashtags at the end', 'Salt in the coffee. #tides #salt_water #写真', 'Salt in the coffee.'],
  ['hashtags that are words of the sentence', 'A #tides table says no', 'A #tides table says no'],
  ['no line of hashtags alone', '#tides #salt\nThe boat is back', 'The boat is back'],
  ['no line of dots, as people write to make room', '.\n.\nThe boat is back', 'The boat is back'],
  ['emoji, which say something', '🌊\nThe boat', '🌊'],
  ['nothing for hashtags alone', '#tides #salt', ''],
  ['nothing for blanks', ' \r\n ', ''],
  ['markup as text', '<b>"Bread" & butter</b>', '<b>"Bread" & butter</b>'],
  ['120 characters whole', 'a'.repeat(120), 'a'.repeat(120)],
  ['a cut between words', sixteen.repeat(8), `${sixteen.repeat(7)}sixteen…`],
  ['a word that ends at the limit', `${'a'.repeat(120)} b`, `${'a'.repeat(120)}…`],
  ['no punctuation before the cut', `${'a'.repeat(116)}, and more`, `${'a'.repeat(116)}…`],
  ['a cut between characters where there are no spaces', '写'.repeat(130), `${'写'.repeat(120)}…`],
  ['whole emoji', '🌊'.repeat(130), `${'🌊'.repeat(120)}…`],
])('has %s', (_, caption, expected) => {
  expect(excerpt(caption)).toBe(expected)
})
