import { oneLine } from '../mail/one-line.ts'

/** A username as it is printed; the platform's word for it is not trusted with a terminal. */
export function atName({ username }: { username: string }): string {
  return `@${oneLine(username, 60)}`
}
