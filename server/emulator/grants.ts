import { type ApiError, graphError, tokenError } from './errors.ts'

/** What an owner granted. */
interface Permit {
  clientId: string
  userId: string
  permissions: readonly string[]
}

export interface EmulatedToken extends Permit {
  text: string
  /** In the order of issue. */
  number: number
  isLong: boolean
  issuedAt: number
  expiresAt: number
}

interface Code extends Permit {
  redirectUri: string
  expiresAt: number
}

const hour = 3_600_000
const day = 24 * hour
/** The platform gives sixty days less a few minutes. */
export const longSeconds = 5_183_944

interface GrantParts {
  clock: () => number
  /** Unguessable text. */
  randomText: () => string
}

/** Creates the store of codes and tokens. It throws an ApiError where the platform rejects a request. */
export function createGrants({ clock, randomText }: GrantParts) {
  const codes = new Map<string, Code>()
  const tokens = new Map<string, EmulatedToken>()

  function issue(permit: Permit, isLong: boolean): EmulatedToken {
    const { clientId, userId, permissions } = permit
    const issuedAt = clock()
    const token = {
      clientId,
      userId,
      permissions,
      isLong,
      issuedAt,
      expiresAt: issuedAt + (isLong ? longSeconds * 1000 : hour),
      text: `IGAA${randomText()}`,
      number: tokens.size + 1,
    }
    tokens.set(token.text, token)
    return token
  }

  return {
    issueCode(permit: Permit & { redirectUri: string }): string {
      const code = `AQ${randomText()}`
      codes.set(code, { ...permit, expiresAt: clock() + hour })
      return code
    },

    /** Returns the user of a code; null if it does not exist. */
    userOfCode: (code: string): string | null => codes.get(code)?.userId ?? null,

    redeem(code: string, clientId: string, redirectUri: string): EmulatedToken {
      const found = codes.get(code)
      if (found?.clientId !== clientId || found.expiresAt <= clock()) throw usedCode()
      if (found.redirectUri !== redirectUri) throw otherRedirect()
      codes.delete(code)
      return issue(found, false)
    },

    /** Returns a valid token. */
    find(text: string): EmulatedToken {
      const token = tokens.get(text)
      if (!token) throw unknownToken()
      if (token.expiresAt <= clock()) throw expiredToken()
      return token
    },

    lengthen(token: EmulatedToken): EmulatedToken {
      if (token.isLong) throw unsupported()
      return issue(token, true)
    },

    refresh(token: EmulatedToken): EmulatedToken {
      if (!token.isLong || clock() - token.issuedAt < day) throw unsupported()
      return issue(token, true)
    },

    /** Returns the number of the user's last token; 0 if there is none. */
    newest: (userId: string): number =>
      [...tokens.values()].findLast((token) => token.userId === userId)?.number ?? 0,
  }
}

const usedCode = () => tokenError('Matching code was not found or was already used')
const otherRedirect = () => tokenError('The redirect_uri is not the one the code was made for')
const unknownToken = () =>
  graphError({ code: 190, message: 'Invalid OAuth access token - Cannot parse access token' })
const expiredToken = () =>
  graphError({
    code: 190,
    subcode: 463,
    message: 'Error validating access token: Session has expired',
  })

/** What tokens get that are too young to be refreshed, or already long-lived: instafeed.js, issue 654. */
function unsupported(): ApiError {
  return graphError({
    code: 100,
    type: 'IGApiException',
    message: 'Unsupported request - method type: get',
  })
}
