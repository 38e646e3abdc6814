import type { BetterAuthOptions } from 'better-auth'

const times = { createdAt: 'created_at', updatedAt: 'updated_at' }

/**
 * What better-auth calls user, session, account and verification, by our names: an account is something else here.
 * It knows nothing of the plan, so that nobody can ask for one.
 */
export const ownerTables = {
  user: { modelName: 'owner', fields: { emailVerified: 'email_verified', ...times } },
  session: {
    modelName: 'owner_session',
    fields: {
      userId: 'owner_id',
      expiresAt: 'expires_at',
      ipAddress: 'ip_address',
      userAgent: 'user_agent',
      ...times,
    },
  },
  account: {
    modelName: 'owner_login',
    fields: {
      userId: 'owner_id',
      accountId: 'login_id',
      providerId: 'provider_id',
      accessToken: 'access_token',
      refreshToken: 'refresh_token',
      idToken: 'id_token',
      accessTokenExpiresAt: 'access_token_expires_at',
      refreshTokenExpiresAt: 'refresh_token_expires_at',
      ...times,
    },
  },
  verification: {
    modelName: 'owner_verification',
    fields: { expiresAt: 'expires_at', ...times },
    // Reset tokens are stored as their SHA-256.
    storeIdentifier: 'hashed',
  },
} as const satisfies BetterAuthOptions
