import { element } from './element.ts'

/** A profile and cards in grey, of the real sizes, for the time before the first page. */
export function placeholder(count: number): Node[] {
  return [
    element('div', { className: 'profile' }, element('div', { className: 'avatar' })),
    element('ul', { className: 'posts' }, ...Array.from({ length: count }, emptyCard)),
  ]
}

function emptyCard() {
  return element(
    'li',
    { className: 'card' },
    element('div', { className: 'frame' }),
    element('p', { className: 'caption' }),
  )
}
