import { UserError } from '@photofeed/core/node'

// SQLite's result codes: https://www.sqlite.org/rescode.html
const locked = 5
const explanations = new Map([
  [locked, 'is locked by another process; stop that process or name another file'],
  [8, 'cannot be written; give this user write permission for the file and its folder'],
  [10, 'cannot be read or written; check the disk'],
  [11, 'is damaged; restore it from a backup or name another file'],
  [13, 'cannot grow because the disk is full; make room'],
  [14, 'cannot be opened; check that its folder exists and that this user can write there'],
  [26, 'is not an SQLite database; name another file'],
])

/** Explains an error in one sentence, with the file and what to do. */
export function explainOpening(file: string, error: unknown): Error {
  if (error instanceof UserError) return error
  const explanation = explanations.get(resultCode(error))
  const reason = error instanceof Error ? error.message : String(error)
  return new UserError(
    explanation
      ? `The database ${file} ${explanation}.`
      : `The database ${file} cannot be opened: ${reason}`,
    { cause: error },
  )
}

/** Whether another process has locked the database. */
export function isLocked(error: unknown): boolean {
  return resultCode(error) === locked
}

/** Returns the primary result code, without the bits of the extended code. */
function resultCode(error: unknown): number {
  if (!(error instanceof Error && 'errcode' in error)) return 0
  return typeof error.errcode === 'number' ? error.errcode & 0xff : 0
}
