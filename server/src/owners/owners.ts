import { hkdfSync } from 'node:crypto'
import { type AuthAnswer, readAnswer } from './auth-answer.ts'
import { type AuthParts, authOptions } from './auth-options.ts'
import { addressHeader } from './rate-limits.ts'

export interface Owner {
  id: string
  email: string
}

export interface OwnerSession {
  id: string
  owner: Owner
  /** `Set-Cookie` lines that prolong it, for the answer. */
  cookies: readonly string[]
}

/** Who asks, so that tries can be counted. */
export interface Visitor {
  /** The network address. */
  address: string
}

export interface Credentials {
  email: string
  password: string
}

/** The people who use the dashboard. Tries to sign up, to sign in and to reset a password are counted by address. */
export interface Owners {
  /** The session that a request's cookies name; null when they name none. */
  session(headers: Headers): Promise<OwnerSession | null>
  signUp(credentials: Credentials, visitor: Visitor): Promise<AuthAnswer>
  signIn(credentials: Credentials, visitor: Visitor): Promise<AuthAnswer>
  /** Ends the session; the answer's cookies end it in the browser. */
  signOut(headers: Headers): Promise<AuthAnswer>
  /** Null when no mail can be sent. */
  passwordReset: {
    /** Sends a link to the owner of the address; the answer is the same when there is none. */
    request(email: string, visitor: Visitor): Promise<AuthAnswer>
    /** Sets the password with the token of the link, and ends every session. */
    complete(reset: { token: string; password: string }, visitor: Visitor): Promise<AuthAnswer>
  } | null
}

/** `secret` is the service's; `mailer` is null on a server that sends no mail. */
export type OwnersParts = Omit<AuthParts, 'onError'> & Partial<Pick<AuthParts, 'onError'>>

export function createOwners(parts: OwnersParts): Owners {
  const secret = Buffer.from(hkdfSync('sha256', parts.secret, '', 'photofeed owners', 32))
  let loaded: ReturnType<typeof load> | undefined

  /** With the first visitor: a server that only answers the API never needs it, and its 30 MB. */
  async function load() {
    const { betterAuth } = await import('better-auth')
    return betterAuth(authOptions({ onError: () => {}, ...parts, secret: secret.toString('hex') }))
  }

  function auth() {
    loaded ??= load()
    return loaded
  }

  /** Through the handler of better-auth, since only that counts tries. */
  async function ask(path: string, body: object, { address }: Visitor): Promise<AuthAnswer> {
    const { handler, options } = await auth()
    const request = new Request(`${options.baseURL}${options.basePath}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', [addressHeader]: address },
      body: JSON.stringify(body),
    })
    return readAnswer(await handler(request))
  }

  return {
    async session(headers) {
      const { api } = await auth()
      const { response, headers: answer } = await api.getSession({
        headers,
        returnHeaders: true,
      })
      if (!response) return null
      const { id, email } = response.user
      return { id: response.session.id, owner: { id, email }, cookies: answer.getSetCookie() }
    },
    // Better-auth wants a name; ours go by their address.
    signUp: ({ email, password }, visitor) =>
      ask('/sign-up/email', { name: email, email, password }, visitor),
    signIn: (credentials, visitor) => ask('/sign-in/email', credentials, visitor),
    async signOut(headers) {
      const { api } = await auth()
      return readAnswer(await api.signOut({ headers, asResponse: true }))
    },
    passwordReset: parts.mailer && {
      request: (email, visitor) => ask('/request-password-reset', { email }, visitor),
      complete: ({ token, password }, visitor) =>
        ask('/reset-password', { token, newPassword: password }, visitor),
    },
  }
}
