import type { StateId } from './states.ts'

/** Calls `onChange` when the reader presses a button of an example's bar. */
export function connectStateBar(root: HTMLElement, onChange: (state: StateId) => void): void {
  const buttons = [...root.querySelectorAll<HTMLButtonElement>('button[data-state]')]
  for (const button of buttons) {
    button.disabled = false
    button.addEventListener('click', () => {
      for (const other of buttons) other.setAttribute('aria-pressed', String(other === button))
      onChange(button.dataset.state as StateId)
    })
  }
}
