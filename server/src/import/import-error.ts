/** Input that cannot be imported; its message is one sentence that says what and where. */
export class ImportError extends Error {
  override readonly name = 'ImportError'
}
