import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import pLimit from 'p-limit'
import { passwordLength, Rejected } from './auth.ts'

export interface PasswordHashing {
  hash(password: string): Promise<string>
  verify(stored: { hash: string; password: string }): Promise<boolean>
}

/**
 * One of the settings that OWASP recommends, with 16 MiB:
 * https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html#scrypt
 */
const cost = { N: 16_384, r: 8, p: 5 }

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

function scryptOf(password: string, salt: Buffer, { N, r, p }: typeof cost): Promise<Buffer> {
  // The same letters may be typed in several Unicode forms.
  return derive(password.normalize('NFKC'), salt, 32, { N, r, p, maxmem: 256 * N * r })
}

/** Stores the parameters with each hash, so that they can change. */
export const scryptPasswords: PasswordHashing = {
  async hash(password) {
    const salt = randomBytes(16)
    const derived = await scryptOf(password, salt, cost)
    const parts = [salt, derived].map((bytes) => bytes.toString('base64url'))
    return ['scrypt', cost.N, cost.r, cost.p, ...parts].join(':')
  },
  async verify({ hash, password }) {
    const [, N, r, p, salt = '', derived = ''] = hash.split(':')
    const stored = { N: Number(N), r: Number(r), p: Number(p) }
    return timingSafeEqual(
      await scryptOf(password, Buffer.from(salt, 'base64url'), stored),
      Buffer.from(derived, 'base64url'),
    )
  },
}

export function checkPassword(password: string): void {
  // First: the next line takes the square of the length.
  if (password.length > passwordLength.maximum) throw new Rejected('PASSWORD_TOO_LONG')
  // HMAC, and so scrypt, pads short keys with NULs: without those at the end it is the same password.
  const { length } = password.replace(/\0+$/, '')
  if (length < passwordLength.minimum) throw new Rejected('PASSWORD_TOO_SHORT')
}

// libuv has four threads, which file reads need too: scrypt gets two of them.
const concurrentHashes = 2
// Each hash takes about a fifth of a second.
const longestQueue = { strangers: 20, owners: 60 }

/**
 * Limits how many passwords are hashed concurrently, and rejects immediately if too many wait. Known owners wait in a line of
 * their own, which at most two strangers are ahead in, and each of them with one password: a flood of it takes as many owners.
 */
export function createPasswordQueue({ hash, verify }: PasswordHashing) {
  const hashing = pLimit(concurrentHashes)
  const strangers = pLimit(concurrentHashes)
  const waiting = new Set<string>()

  function requireRoom(ownerId: string | null): void {
    const isFull =
      ownerId === null
        ? strangers.pendingCount >= longestQueue.strangers
        : hashing.pendingCount >= longestQueue.owners || waiting.has(ownerId)
    if (isFull) throw new Rejected('BUSY', 5)
  }

  async function run<Result>(ownerId: string | null, work: () => Promise<Result>): Promise<Result> {
    if (ownerId === null) {
      requireRoom(null)
      return strangers(() => hashing(work))
    }
    if (waiting.has(ownerId)) throw new Rejected('BUSY', 5)
    waiting.add(ownerId)
    return hashing(() => {
      waiting.delete(ownerId)
      return work()
    })
  }

  return {
    /** Rejects a visitor while too many wait: asked before an attempt is taken, which would be lost. */
    requireRoom,
    /** The owner is null for an unknown visitor. A known one is rejected only while another password of the same owner waits. */
    hash: (ownerId: string | null, password: string) => run(ownerId, () => hash(password)),
    /** Without a hash it returns false, and takes as long. */
    async verify(ownerId: string | null, password: string, stored: string | null | undefined) {
      requireRoom(ownerId)
      return run(ownerId, () =>
        stored ? verify({ hash: stored, password }) : hash(password).then(() => false),
      )
    },
  }
}
