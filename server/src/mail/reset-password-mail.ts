import type { Mail } from './mailer.ts'

/** Lets an owner choose a new password; the url alone is the right to do so. */
export function resetPasswordMail({ url }: { url: string }): Pick<Mail, 'subject' | 'text'> {
  return {
    subject: 'Choose a new password for photofeed',
    text: `Somebody asked for a new password for your account at photofeed. If it was you,
open this page and choose one:
${url}

The page can be used once, within an hour. Show its address to nobody.

If it was not you, do nothing: your password stays as it is.
`,
  }
}
