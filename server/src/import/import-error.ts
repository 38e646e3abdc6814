import { UserError } from '@photofeed/core/node'

/** Input that cannot be imported; its message is one sentence that says what and where. */
export class ImportError extends UserError {
  override readonly name = 'ImportError'
}
