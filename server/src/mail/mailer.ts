import { MailProblem } from './mail-problem.ts'

/** One message in plain text. */
export interface Mail {
  to: string
  subject: string
  text: string
  /** The same for the same message however often it is handed over, so that a reader sees it once (RFC 5322, 3.6.4). */
  id?: string
}

/** Hands messages over to a mail server; rejects when that does not take them. */
export interface Mailer {
  send(mail: Mail): Promise<void>
}

/** Sends a mail of the outbox. A permanent rejection is reported and not retried; other errors are thrown. */
export async function deliver(
  mailer: Mailer,
  mail: Mail,
  onError: (error: unknown) => void,
): Promise<void> {
  try {
    await mailer.send(mail)
  } catch (error) {
    if (!(error instanceof MailProblem && error.isPermanent)) throw error
    onError(error)
  }
}
