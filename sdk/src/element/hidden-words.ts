import { h, type Tree } from './tree.ts'

/** Words for those who hear the page. */
export function hiddenWords(words: string): Tree {
  return h('span', { class: 'hidden' }, words)
}
