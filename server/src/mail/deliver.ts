import { MailProblem } from './mail-problem.ts'
import type { Mail, Mailer } from './mailer.ts'

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
