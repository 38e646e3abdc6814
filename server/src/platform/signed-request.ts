import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { parseJson } from './answer-body.ts'
import { id } from './platform-schema.ts'

/** What the platform says when an owner removes the app, or asks for their data to be deleted. */
export interface SignedRequest {
  /** The owner, by the id that the token endpoint gave for them. */
  userId: string
  /** Milliseconds since the epoch. */
  issuedAt: number
}

const form = /^([\w-]{43})\.([\w-]{1,4096})$/

const payloadSchema = z.object({
  algorithm: z.literal('HMAC-SHA256'),
  user_id: id,
  issued_at: z.int().positive(),
})

/** Reads the platform's `signed_request`; null unless it was signed with the app's secret and says what it should. */
export function verifySignedRequest(signedRequest: unknown, secret: string): SignedRequest | null {
  if (typeof signedRequest !== 'string' || secret === '') return null
  const [, signature, payload] = form.exec(signedRequest) ?? []
  if (signature === undefined || payload === undefined) return null
  const expected = createHmac('sha256', secret).update(payload).digest()
  if (!timingSafeEqual(Buffer.from(signature, 'base64url'), expected)) return null
  const json = parseJson(Buffer.from(payload, 'base64url').toString())
  const { data } = payloadSchema.safeParse(json)
  return data ? { userId: data.user_id, issuedAt: data.issued_at * 1000 } : null
}
