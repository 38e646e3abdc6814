import { element } from './element.ts'
import type { Note } from './note.ts'

/** Something to read or open, and a button that copies the text; `name` completes "Copy …". */
export function copyable(
  shown: HTMLElement,
  { name, text, note }: { name: string; text: () => string; note: Note },
): HTMLElement {
  const button = element('button', { type: 'button', className: 'copy', title: `Copy ${name}` })
  button.ariaLabel = `Copy ${name}`
  button.addEventListener('click', () =>
    navigator.clipboard.writeText(text()).then(
      () => note.tell(`Copied ${name}.`),
      () => note.fail(`The browser does not let this page copy: select ${text()} by hand.`),
    ),
  )
  return element('span', { className: 'copyable' }, shown, button)
}
