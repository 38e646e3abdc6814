import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** Keeps short texts unreadable for everyone who has the database but not the secret. */
export interface SecretBox {
  /** Encrypts the text; only the same label opens it again. */
  seal(text: string, label: string): Uint8Array
  /** Null when the secret or the label is another one, or the bytes were altered. */
  open(sealed: Uint8Array, label: string): string | null
}

/**
 * AES-256-GCM with a key derived from the secret; sealed bytes are nonce, tag, ciphertext. While the secret is
 * being changed, what the previous one sealed opens too.
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
