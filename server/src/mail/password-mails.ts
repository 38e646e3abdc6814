import type { Mail } from './mailer.ts'

type Message = Pick<Mail, 'subject' | 'text'>

/** Lets an owner choose a new password; the URL alone is the right to do so. */
export function resetPasswordMail({ url }: { url: string }): Message {
  return {
    subject: 'Choose a new password for photofeed',
    text: `Somebody requested a new password for your account at photofeed. If it was you,
open this page and choose one:
${url}

The link works once, within an hour, until a newer one is sent. Share it with
nobody.

If it was not you, do nothing: your password stays as it is.
`,
  }
}

/** Confirms a new owner's address and lets them choose their first password. */
export function firstPasswordMail({ url }: { url: string }): Message {
  return {
    subject: 'Confirm your address for photofeed',
    text: `Somebody signed up at photofeed with this address. If it was you, open this page
and choose a password:
${url}

The link works once, within an hour, until a newer one is sent. Share it with
nobody.

If it was not you, do nothing: nobody can sign in with this address.
`,
  }
}

/** Tells an owner that somebody entered their address to sign up, or to use it instead of another one. */
export function alreadySignedUpMail({ url }: { url: string }): Message {
  return {
    subject: 'You are signed up at photofeed already',
    text: `Somebody entered this address at photofeed to sign up, or to change their own.
It has an account already. If it was you, sign in:
${url}

If you forgot the password, that page leads to a new one.

If it was not you, do nothing: your account stays as it is.
`,
  }
}

/** Confirms the new e-mail address of an owner. */
export function confirmEmailMail({ url }: { url: string }): Message {
  return {
    subject: 'Confirm your new address for photofeed',
    text: `Somebody entered this address at photofeed as their new one. If it was you, open
this page and confirm it:
${url}

The link works once, within an hour, until a newer one is sent. Share it with
nobody.

If it was not you, do nothing: the address is not used.
`,
  }
}

/** Tells an owner at the old address that there is a new one. */
export function emailChangedMail({ supportEmail }: { supportEmail: string }): Message {
  return {
    subject: 'Your address at photofeed was changed',
    text: `Your account at photofeed has another e-mail address now. Sign in with that one.
Mails no longer come to this address.

If it was not you, write to ${supportEmail}.
`,
  }
}
