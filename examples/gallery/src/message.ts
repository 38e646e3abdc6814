import { element } from './element.ts'

/** A few words in place of posts, with a button where trying again may help. */
export function message(title: string, advice: string, onRetry?: () => void): HTMLElement {
  const retry = element('button', { type: 'button', className: 'button' }, 'Try again')
  retry.addEventListener('click', () => onRetry?.())
  return element(
    'div',
    { className: 'message' },
    element('h2', {}, title),
    element('p', {}, advice),
    onRetry === undefined ? null : retry,
  )
}
