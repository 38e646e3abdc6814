import type { StateId } from './states.ts'

/** Calls `onChange` when the reader presses a button of an example's bar. The example has not run in this state yet. */
export function connectStateBar(root: HTMLElement, onChange: (state: StateId) => void): void {
  const buttons = [...root.querySelectorAll<HTMLButtonElement>('button[data-state]')]
  for (const button of buttons) {
    button.disabled = false
    button.addEventListener('click', () => {
      for (const other of buttons) other.setAttribute('aria-pressed', String(other === button))
      const state = button.dataset.state as StateId
      Object.assign(root.dataset, { state, ran: 'false' })
      onChange(state)
    })
  }
}
