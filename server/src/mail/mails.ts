import { labels } from '../labels.ts'
import type { Notice } from '../stores/service/work-kinds.ts'
import { createMessage, type Message } from './message.ts'
import { oneLine, withoutLinks } from './plain-text.ts'

interface BrokenConnection {
  username: string
  /** Humanized; null if the platform gave none. */
  reason: string | null
  /** The page where the owner's accounts are. */
  accountsUrl: string
  supportEmail: string
}

/** Notifies an owner that the platform rejects our access: what to do, what happened, what it means. */
export function brokenConnectionMail(connection: BrokenConnection): Message {
  const { username, reason, accountsUrl, supportEmail } = connection
  const account = `@${withoutLinks(oneLine(username, 60))}`
  const why = withoutLinks(oneLine(reason ?? 'The photo platform no longer accepts our access.'))
  return createMessage(
    `Please reconnect ${account}: its feed gets no new posts`,
    {
      text: `${account} needs reconnecting. Open your accounts and press ${labels.reconnect} next to ${account}:`,
      link: { url: accountsUrl, label: `${labels.reconnect} ${account}` },
    },
    { heading: 'What happened', text: why },
    {
      heading: 'What it means',
      text: 'The feed still contains the stored posts, but gets no new ones. Nothing on your site has to change.',
    },
    {
      text: `If you no longer want this feed, press ${labels.removeAccount} on its screen. Its key, its posts and its pictures are then deleted.`,
    },
    { text: `We send this once each time a connection breaks. Questions? ${supportEmail}` },
  )
}

/** Emails with a link that permits its holder to do something. */
const linkMails = {
  resetPassword: {
    subject: 'Choose a new password for photofeed',
    opening:
      'Somebody requested a new password for your account at photofeed. If it was you, choose one:',
    label: 'Choose a password',
    otherwise: 'your password stays as it is.',
  },
  firstPassword: {
    subject: 'Finish signing up at photofeed',
    opening: 'Somebody signed up at photofeed with this address. If it was you, choose a password:',
    label: 'Choose a password',
    otherwise: 'nobody can sign in with this address.',
  },
  changeEmail: {
    subject: 'Confirm your new address for photofeed',
    opening:
      'Somebody requested to sign in at photofeed with this address from now on. If it was you, confirm it:',
    label: 'Confirm the address',
    otherwise: 'nothing changes.',
  },
}

/** A link that works once, and how long, like `1 hour`. */
export interface TimedLink {
  url: string
  time: string
}

export function linkMail(kind: keyof typeof linkMails, { url, time }: TimedLink): Message {
  const { subject, opening, label, otherwise } = linkMails[kind]
  return createMessage(
    subject,
    { text: opening, link: { url, label } },
    { text: `The link works once, within ${time}. Do not share it.` },
    { text: `If it was not you, do nothing: ${otherwise}` },
  )
}

/** What to do if somebody else made a change. The link for a new password is sent only to an address that gets one. */
interface Remedy {
  text: string
  hasLink: boolean
}

const newPassword = (next: string): Remedy => ({
  text: `choose a new password, which signs everybody else out${next}`,
  hasLink: true,
})

/** Notices about changes that a signed-in owner made: the subject, the text, and what to do if it was somebody else. */
const notices: Readonly<Record<Notice, (about: string) => [string, string, Remedy]>> = {
  newKey: (account) => [
    `${account} has a new API key`,
    `The API key of ${account} was replaced, and the old one has stopped working. Your sites go on: only programs that use the old key need the new one, which is on the screen of your feed.`,
    newPassword(', and replace the key once more.'),
  ],
  disconnected: (account) => [
    `${account} is removed`,
    `${account} was removed from photofeed. Your sites show only the link that you pasted. Its API key has stopped working, and its posts and pictures are being deleted.`,
    newPassword(', and connect the account again.'),
  ],
  changingEmail: (address) => [
    'Your email address for photofeed is about to change',
    `Somebody who knows your password requested to change your email address to ${address}. It changes when the link that we sent there is used.`,
    newPassword('. The link then stops working.'),
  ],
  changedEmail: (address) => [
    'Your email address for photofeed has changed',
    `You sign in with ${address} now, and get no more emails at this address.`,
    { text: 'write to us immediately.', hasLink: false },
  ],
}

/** Notifies an owner of a change. `about` is an address, or an account with @. */
export function noticeMail(
  kind: Notice,
  about: string,
  { baseUrl, supportEmail }: { baseUrl: string; supportEmail: string },
): Message {
  const [subject, text, remedy] = notices[kind](withoutLinks(oneLine(about, 254)))
  const reset = { url: `${baseUrl}/reset-password`, label: 'Choose a new password' }
  return createMessage(
    subject,
    { text },
    { text: `If it was not you, ${remedy.text}`, ...(remedy.hasLink && { link: reset }) },
    { text: `Questions? ${supportEmail}` },
  )
}

/** Notifies an owner that somebody entered their address to sign up. */
export function alreadySignedUpMail(signInUrl: string, { url, time }: TimedLink): Message {
  return createMessage(
    'You are signed up at photofeed already',
    {
      text: 'Somebody entered this address at photofeed to sign up. It has an account already. If it was you, sign in:',
      link: { url: signInUrl, label: 'Sign in' },
    },
    {
      text: 'If you forgot the password, choose a new one:',
      link: { url, label: 'Choose a password' },
    },
    { text: `That link works once, within ${time}. Do not share it.` },
    { text: 'If it was not you, do nothing: your account stays as it is.' },
  )
}
