import { part } from '../element.ts'

/** Copies what `text` gives at that moment; the key is in it. `name` completes "Copied …". */
export function copyButton(id: string, name: string, text: () => string): void {
  const note = part('p', 'copied')
  part('button', id).addEventListener('click', () =>
    write(text()).then(
      () => {
        note.textContent = `Copied ${name}.`
      },
      () => {
        note.textContent =
          'The browser does not let this page copy. Show the key and select the text by hand.'
      },
    ),
  )
}

/** Without https there is no clipboard object at all. */
async function write(text: string): Promise<void> {
  await navigator.clipboard.writeText(text)
}
