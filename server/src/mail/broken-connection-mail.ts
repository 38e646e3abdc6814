import type { Mail } from './mailer.ts'
import { oneLine } from './one-line.ts'
import { withoutLinks } from './without-links.ts'

export interface BrokenConnection {
  username: string
  /** In plain words; null when the platform gave none. */
  reason: string | null
  /** The page where the owner's accounts are. */
  accountsUrl: string
  supportEmail: string
}

/** Tells an owner that the platform refuses our access: what happened, what it means, what to do. */
export function brokenConnectionMail({
  username,
  reason,
  accountsUrl,
  supportEmail,
}: BrokenConnection): Pick<Mail, 'subject' | 'text'> {
  const account = `@${withoutLinks(oneLine(username, 60))}`
  const why = withoutLinks(oneLine(reason ?? 'The photo platform no longer accepts our access.'))
  return {
    subject: `Please reconnect ${account}: its feed gets no new posts`,
    text: `The connection of ${account} to the photo platform is broken.

What happened
${why}

What it means
The feed goes on answering with the posts that are stored, but it gets no new
ones. Your API key does not change, and nothing on your page has to.

What to do
Open your accounts and press Reconnect at ${account}:
${accountsUrl}

If you no longer want this feed, press Disconnect there. Its key, its posts and
its pictures are then deleted.

You get this message once for each break. Questions? ${supportEmail}
`,
  }
}
