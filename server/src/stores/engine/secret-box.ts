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

export type SecretBox = ReturnType<typeof createSecretBox>

/**
 * Creates the functions that encrypt short texts with AES-256-GCM and a key derived from the secret, so that the database
 * without the secret reveals none. Sealed bytes are nonce, tag, ciphertext. During a rotation, `open` also decrypts what the
 * previous secret sealed.
 */
export function createSecretBox(secret: string, previousSecret?: string) {
  const key = keyOf(secret)
  const keys = previousSecret === undefined ? [key] : [key, keyOf(previousSecret)]
  return {
    /** Encrypts the text. Only the same label opens it again. */
    seal(text: string, label: string): Uint8Array {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(label))
      const ciphertext = [cipher.update(text, 'utf8'), cipher.final()]
      return Buffer.concat([nonce, cipher.getAuthTag(), ...ciphertext])
    },
    /** Decrypts the text. Returns null if the secret or the label is another one, or the bytes were changed. */
    open(sealed: Uint8Array, label: string): string | null {
      for (const key of keys) {
        const text = decrypt(key, sealed, label)
        if (text !== null) return text
      }
      return null
    },
  }
}

function keyOf(secret: string): Buffer {
  if (secret === '') throw new Error('The secret that encrypts API keys is empty; set one.')
  return Buffer.from(hkdfSync('sha256', secret, '', 'photofeed secret box', 32))
}

function decrypt(key: Buffer, sealed: Uint8Array, label: string): string | null {
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
}

/** Returns the hash that finds an API key. Keys are random, so that it needs neither salt nor stretching. */
export function hashKey(apiKey: string): Buffer {
  return hash('sha256', apiKey, 'buffer')
}

/** Returns a hash that is keyed by the secret: without it, nobody can tell what was hashed, however short. */
export function createDigest(secret: string): (text: string) => string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'photofeed owners', 32))
  return (text) => createHmac('sha256', key).update(text).digest('hex')
}
