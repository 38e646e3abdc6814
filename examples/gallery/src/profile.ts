import type { Account } from '@photofeed/sdk'
import { element } from './element.ts'

/** Who the account is: picture, names, biography. */
export function profile(account: Account): Node[] {
  const { username, name, biography } = account
  return [
    avatar(account),
    element(
      'div',
      { className: 'names' },
      element('h1', { dir: 'auto' }, name ?? `@${username}`),
      name === null ? null : element('p', { className: 'username' }, `@${username}`),
    ),
    ...(biography === null
      ? []
      : [element('p', { className: 'biography', dir: 'auto' }, biography)]),
  ]
}

function avatar({ username, name, profilePictureUrl }: Account) {
  const initial = element('span', { ariaHidden: 'true' }, [...(name ?? username)][0] ?? '')
  const frame = element('div', { className: 'avatar' }, initial)
  if (profilePictureUrl === null) return frame
  const image = element('img', { alt: '', width: 96, height: 96 })
  image.addEventListener('error', () => frame.replaceChildren(initial))
  image.src = profilePictureUrl
  frame.replaceChildren(image)
  return frame
}
