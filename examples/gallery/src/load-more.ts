import { element } from './element.ts'

/** A button that is busy after its one press; it keeps the focus while it waits. */
export function loadMore(onPress: () => void): HTMLButtonElement {
  const button = element('button', { type: 'button', className: 'button' }, 'Load more')
  button.addEventListener(
    'click',
    () => {
      button.ariaDisabled = 'true'
      button.textContent = 'Loading …'
      onPress()
    },
    { once: true },
  )
  return button
}
