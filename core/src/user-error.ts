/** A mistake of the user. The message is complete: what is wrong, where, and what to do; no stack trace is printed. */
export class UserError extends Error {
  override name = 'UserError'
}
