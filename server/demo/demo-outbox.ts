import type { Mail, Mailer } from '../src/mail/mailer.ts'

export interface SentMail extends Mail {
  sentAt: Date
}

/** Takes mail and shows it instead of sending it. */
export interface DemoOutbox extends Mailer {
  /** The newest first. */
  sent(): readonly SentMail[]
}

const kept = 100

export function createDemoOutbox(): DemoOutbox {
  const mails: SentMail[] = []
  return {
    async send(mail) {
      mails.unshift({ ...mail, sentAt: new Date() })
      mails.length = Math.min(mails.length, kept)
    },
    sent: () => mails,
  }
}
