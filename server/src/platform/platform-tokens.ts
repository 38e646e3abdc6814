import { z } from 'zod'
import { id, object } from './platform-schema.ts'

/** Addresses without a trailing slash; each role of the platform has its own. */
interface PlatformHosts {
  /** Where the owner's browser is sent. */
  authorize: string
  /** Where a code becomes a token. */
  token: string
  /** Everything else. */
  graph: string
}

export const platformHosts: PlatformHosts = {
  authorize: 'https://www.instagram.com',
  token: 'https://api.instagram.com',
  graph: 'https://graph.instagram.com',
}

/** The permissions that the client requests. */
export const permissions = {
  /** Profile, posts, albums. */
  basic: 'instagram_business_basic',
  /** The texts of comments. */
  comments: 'instagram_business_manage_comments',
} as const

/** The app as the platform knows it. */
export interface PlatformConfig {
  clientId: string
  clientSecret: string
  /** Exactly as registered with the platform, trailing slash included. */
  redirectUri: string
  /** `platformHosts` by default. */
  hosts?: PlatformHosts
}

/** A token of sixty days. */
export interface LongToken {
  token: string
  /** Milliseconds since the epoch. */
  expiresAt: number
}

/** The access that an owner allowed. */
export interface Grant extends LongToken {
  /** The owner's id in the token response and in the platform's callbacks. It may differ from the profile's, the account's id. */
  userId: string
  permissions: string[]
}

const token = z.string({ error: 'a token' }).regex(/^[\x21-\x7e]{1,4096}$/, { error: 'a token' })

const permissionList = z
  .union([z.string().transform((text) => text.split(/[\s,]+/)), z.array(z.string())], {
    error: 'a list of permissions',
  })
  .transform((names) => names.filter((name) => name !== ''))
  .nullable()
  .default(null)

export const shortTokenSchema = object({
  access_token: token,
  user_id: id,
  permissions: permissionList,
})

export const longTokenSchema = object({
  access_token: token,
  expires_in: z.int({ error: 'a number of seconds' }).positive({ error: 'a number of seconds' }),
})
