/** An error that reporters show as its message alone: the stack would lead into this package. */
export function failure(message: string): Error {
  const error = new Error(message)
  error.stack = `${error.name}: ${message}`
  return error
}
