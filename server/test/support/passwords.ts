import { createHash } from 'node:crypto'
import type { PasswordHashing } from '../../src/owners/auth-options.ts'

const digest = (password: string) => createHash('sha256').update(password).digest('hex')

/** A hash that costs nothing. Only tests of the stored hash need the slow one. */
export const quickPasswords: PasswordHashing = {
  hash: async (password) => digest(password),
  verify: async ({ hash, password }) => hash === digest(password),
}
