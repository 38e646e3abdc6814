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
