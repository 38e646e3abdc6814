import { element } from './element.ts'

/** Grey cards of the real size while the first page loads. */
export function placeholders(count: number): Node[] {
  return Array.from({ length: count }, () =>
    element(
      'li',
      { className: 'card placeholder', ariaHidden: 'true' },
      element('div', { className: 'frame' }),
      element('p', { className: 'caption' }),
    ),
  )
}

export function profilePlaceholder(): Node[] {
  return [element('div', { className: 'avatar placeholder', ariaHidden: 'true' })]
}
