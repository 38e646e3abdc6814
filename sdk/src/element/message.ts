import { type Attributes, h, type Tree } from './tree.ts'

/** A few words in place of posts, and a button where asking again may help. */
export function message(
  title: string,
  advice: string,
  button: Tree,
  attributes: Attributes = {},
): Tree {
  return h(
    'div',
    { part: 'message', ...attributes },
    h('p', {}, h('strong', {}, title)),
    h('p', {}, advice),
    button,
  )
}
