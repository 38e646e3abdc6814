import { createSmtpMailer, type SmtpMailer, type SmtpMailerOptions } from '../smtp-mailer.ts'
import { localCertificate } from './certificate.ts'

export const certificate = localCertificate()
export const from = 'feed@photos.example'
export const limits = { connect: 300, greeting: 300, silence: 300, message: 1000 }

export const mail = {
  to: 'owner@mail.example',
  subject: 'Bitte @hafen verbinden',
  text: 'Grüße vom Hafen.\nhttps://feed.example/dashboard?a=1&b=2\n',
  id: 'outbox-17',
}

/** A mailer that has little patience, on a clock that stands. */
export function mailer(url: string, more: Partial<SmtpMailerOptions> = {}): SmtpMailer {
  return createSmtpMailer({ url, from, clock: () => Date.UTC(2026, 2, 1, 6), limits, ...more })
}
