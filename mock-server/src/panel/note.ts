import { button, element } from './dom.ts'

export interface NoteOptions {
  /** Reloads the page that the panel is in; missing if the panel is the page. */
  reloadPage?(): void
  /** Moves the focus, after the button that had it is hidden. */
  onDismiss(): void
}

/** The message about the last action. */
export function createNote({ reloadPage, onDismiss }: NoteOptions) {
  const message = element('p', { role: 'status' })
  const reload = button('Reload page', { className: 'primary', onClick: () => reloadPage?.() })
  const dismiss = button('✕', {
    name: 'Dismiss',
    className: 'icon',
    onClick() {
      say('')
      onDismiss()
    },
  })
  const node = element('div', { className: 'note' }, message, reload, dismiss)

  /** `isPageOld` offers to reload the page, which shows responses from before the action. */
  function say(text: string, { isError = false, isPageOld = false } = {}): void {
    message.textContent = text
    node.classList.toggle('failed', isError)
    node.classList.toggle('empty-note', text === '')
    reload.hidden = !isPageOld || reloadPage === undefined
    dismiss.hidden = text === ''
  }

  say('')
  return { node, say }
}
