import { h, type Tree } from './tree.ts'

/** Asks for the page at a cursor; `''` is the first page. */
export function loadButton(words: string, cursor: string): Tree {
  return h('button', { type: 'button', part: 'button', name: 'load', value: cursor }, words)
}

/** Keeps the focus where it is, which a disabled button would lose. */
export function markBusy(button: HTMLButtonElement): void {
  button.ariaDisabled = 'true'
  button.textContent = 'Loading …'
}
