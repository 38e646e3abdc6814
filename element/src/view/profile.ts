import type { Account, Post } from '@photofeed/sdk'
import { isAllowed, webUrl } from './addresses.ts'
import type { ViewContext } from './context.ts'
import { element, type VNode } from './vnode.ts'

/** Returns the address of a profile. The API has none: on the platform it is the name, on the host of the posts. */
export function profileUrl(
  username: string,
  post: Pick<Post, 'permalink'> | undefined,
): string | null {
  const permalink = webUrl(post?.permalink ?? '')
  try {
    return permalink && new URL(`/${encodeURIComponent(username)}/`, permalink).href
  } catch {
    // Half of a character.
    return null
  }
}

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
