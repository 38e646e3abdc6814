import { expect, test } from 'vitest'
import { feedPrefix } from './feed-script.ts'
import type { Look } from './look.ts'

/** The styles of a saved look, and what else the script of its feed has. */
function scriptOf(look: Look, hasMore = true) {
  const prefix = feedPrefix('7Qm2xk3A', { src: 'https://feed.example', apiKey: 'a', look, hasMore })
  return JSON.parse(prefix.slice(prefix.indexOf('={"') + 1, prefix.lastIndexOf(';')))
}
const room = (look: Look, hasMore?: boolean) => {
  const { css } = scriptOf(look, hasMore)
  return [
    css.includes('#top{min-height:96px}'),
    Number(/#end:empty{height:(\d+)px}/.exec(css)?.[1] ?? 0),
  ]
}

test('a script reserves room for the profile and the button that its look shows, and no other', () => {
  expect(room({})).toEqual([false, 92])
  expect(room({ 'show-profile': '' })).toEqual([true, 92])
  expect(room({ theme: 'panel' })).toEqual([false, 68])
  expect(room({ 'load-more': 'none' })).toEqual([false, 0])
  expect(room({}, false)).toEqual([false, 0])
})

test('a script has the attributes of its look, and custom properties apart', () => {
  expect(scriptOf({ columns: '2', '--photo-feed-gap': '4px' })).toMatchObject({
    attributes: { src: 'https://feed.example', 'api-key': 'a', columns: '2' },
    styles: { '--photo-feed-gap': '4px' },
  })
})
