import type { AuthResult } from './auth.ts'
import type { OwnerMail } from './owner-mail.ts'

export interface Owner {
  id: string
  email: string
}

export interface OwnerSession {
  id: string
  owner: Owner
  /** `Set-Cookie` lines that extend it, for the response. */
  cookies: readonly string[]
}

/** The sender of a request, for the limits. */
export interface Visitor {
  /** The network address. */
  address: string
}

export interface Credentials {
  email: string
  password: string
}

/** A signed-in owner who confirms a change with the password. */
export interface Confirmation {
  owner: Owner
  /** The headers of the request, with the session's cookie. */
  headers: Headers
  password: string
}

/** A failed sign-in, for the log. Both are short keyed hashes. */
export interface FailedSignIn {
  owner: string
  network: string
}

/** The people who use the dashboard. All attempts are limited by network, and those for one owner by e-mail address. */
export interface Owners {
  /** The session that a request's cookies name; null when they name none. */
  session(headers: Headers): Promise<OwnerSession | null>
  /** Signs up without confirming the address, for a server that sends no mail. It says whether the address is known. */
  signUp(credentials: Credentials, visitor: Visitor): Promise<AuthResult>
  signIn(credentials: Credentials, visitor: Visitor): Promise<AuthResult>
  /** Ends the session; the result's cookies end it in the browser. */
  signOut(headers: Headers): Promise<AuthResult>
  /** Stores a new password and ends the owner's other sessions; the result's cookies replace this one. */
  changePassword(by: Confirmation, newPassword: string, visitor: Visitor): Promise<AuthResult>
  /** Changes the e-mail address: with a mailer once the link that it mails there is used, otherwise immediately. */
  changeEmail(by: Confirmation, email: string, visitor: Visitor): Promise<AuthResult>
  /** Disconnects the owner's accounts, deletes the owner, and ends every session; see owner-rows.ts. */
  delete(by: Confirmation, visitor: Visitor): Promise<AuthResult>
  /** What happens through links in mails; null when no mail can be sent. */
  byMail: OwnersByMail | null
}

/** Responses are the same whether an address is known or not; only the mail says it. */
export interface OwnersByMail {
  /** Enqueues a mail with a link to choose a first password, or one that says that the address is signed up already. */
  signUp(email: string, visitor: Visitor): Promise<AuthResult>
  /** Enqueues a mail with a link to choose a new password; nothing is sent to an unknown address. */
  resetPassword(email: string, visitor: Visitor): Promise<AuthResult>
  /** Sets the password with the token of either link, confirms the address, and ends every session. */
  setPassword(choice: { token: string; password: string }, visitor: Visitor): Promise<AuthResult>
  /** Stores the new e-mail address that a link was mailed to, and enqueues a note to the old one. */
  confirmEmail(token: string, visitor: Visitor): Promise<AuthResult>
  /** Sends an enqueued mail. */
  send: OwnerMail['send']
}
