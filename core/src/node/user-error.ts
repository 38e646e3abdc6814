/** Something that the person at the keyboard can put right: printed as one sentence, without a stack. */
export class UserError extends Error {
  override name = 'UserError'
}
