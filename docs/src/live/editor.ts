import { highlight } from '@photofeed/design/highlight'

/** Colors the text of a `<textarea>` by a copy of it behind, and calls `onChange` half a second after an input. */
export function connectEditor(textarea: HTMLTextAreaElement, onChange: () => void): void {
  const copy = textarea.previousElementSibling
  const paint = () => {
    if (copy) copy.innerHTML = `${highlight(textarea.value)}\n`
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  textarea.addEventListener('input', () => {
    paint()
    clearTimeout(timer)
    timer = setTimeout(onChange, 500)
  })
  const button = textarea.parentElement?.querySelector('.live-copy')
  button?.addEventListener('click', async () => {
    await navigator.clipboard.writeText(textarea.value)
    button.textContent = 'Copied'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 2000)
  })
  paint()
}
