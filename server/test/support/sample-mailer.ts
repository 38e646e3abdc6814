import {
  createSmtpMailer,
  type SmtpLimits,
  type SmtpMailer,
  type SmtpMailerOptions,
} from '../../src/mail/smtp-mailer.ts'
import { localCertificate } from './certificate.ts'

export const certificate = localCertificate()
export const from = 'feed@photos.example'

/** What a test is not about takes as long as it takes: a machine may stand still for seconds. */
export const patient: SmtpLimits = {
  connect: 60_000,
  greeting: 60_000,
  silence: 60_000,
  message: 60_000,
}

export const mail = {
  to: 'owner@mail.example',
  subject: 'Bitte @hafen verbinden',
  text: 'Grüße vom Hafen.\nhttps://feed.example/dashboard?a=1&b=2\n',
  id: 'outbox-17',
}

/** A mailer that has patience, on a clock that stands. */
export function mailer(url: string, more: Partial<SmtpMailerOptions> = {}): SmtpMailer {
  const clock = () => Date.UTC(2026, 2, 1, 6)
  return createSmtpMailer({ url, from, clock, limits: patient, ...more })
}
