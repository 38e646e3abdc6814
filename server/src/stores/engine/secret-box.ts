import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
} from 'node:crypto'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** Encrypts short texts, so that the database without the secret reveals none. */
export interface SecretBox {
  /** Encrypts the text. Only the same label opens it again. */
  seal(text: string, label: string): Uint8Array
  /** Decrypts the text. Returns null if the secret or the label is another one, or the bytes were changed. */
  open(sealed: Uint8Array, label: string): string | null
}

/**
 * Creates a box with AES-256-GCM and a key derived from the secret. Sealed bytes are nonce, tag, ciphertext. During a
 * rotation, the box also opens what the previous secret sealed.
 */
export function createSecretBox(secret: string, previousSecret?: string): SecretBox {
  const box = boxOf(secret)
  if (previousSecret === undefined) return box
  const previous = boxOf(previousSecret)
  return {
    seal: box.seal,
    open: (sealed, label) => box.open(sealed, label) ?? previous.open(sealed, label),
  }
}

function boxOf(secret: string): SecretBox {
  if (secret === '') throw new Error('The secret that encrypts API keys is empty; set one.')
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'photofeed secret box', 32))
  return {
    seal(text, label) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(label))
      const ciphertext = [cipher.update(text, 'utf8'), cipher.final()]
      return Buffer.concat([nonce, cipher.getAuthTag(), ...ciphertext])
    },
    open(sealed, label) {
      if (sealed.length < nonceBytes + tagBytes) return null
      const nonce = sealed.subarray(0, nonceBytes)
      const tag = sealed.subarray(nonceBytes, nonceBytes + tagBytes)
      const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
        .setAAD(Buffer.from(label))
        .setAuthTag(tag)
      const text = decipher.update(sealed.subarray(nonceBytes + tagBytes), undefined, 'utf8')
      try {
        return text + decipher.final('utf8')
      } catch {
        return null
      }
    },
  }
}

/** Returns the hash that finds an API key. Keys are random, so that it needs neither salt nor stretching. */
export function hashKey(apiKey: string): Uint8Array {
  return hash('sha256', apiKey, 'buffer')
}

/** Returns a hash that is keyed by the secret: without it, nobody can tell what was hashed, however short. */
export function createDigest(secret: string): (text: string) => string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'photofeed owners', 32))
  return (text) => createHmac('sha256', key).update(text).digest('hex')
}
