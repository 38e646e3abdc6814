import type { Account } from '@photofeed/sdk'
import { isAllowed, webUrl } from './addresses.ts'
import type { ViewContext } from './context.ts'
import { element, type VNode } from './vnode.ts'

/** Returns the picture of an account, or the first letter of its name. */
export function avatar(
  { profilePictureUrl, username }: Account,
  context: Pick<ViewContext, 'consent' | 'src'>,
  part = 'avatar',
): VNode {
  const src = webUrl(profilePictureUrl ?? '')
  return src && isAllowed(src, context)
    ? element('img', { part, alt: '', referrerpolicy: 'no-referrer', src })
    : element('span', { part, 'aria-hidden': 'true' }, [...username][0]?.toUpperCase() ?? '')
}
