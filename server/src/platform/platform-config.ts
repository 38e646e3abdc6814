/** Addresses without a trailing slash; each role of the platform has its own. */
export interface PlatformHosts {
  /** Where the owner's browser is sent. */
  authorise: string
  /** Where a code becomes a token. */
  token: string
  /** Everything else. */
  graph: string
}

export const platformHosts: PlatformHosts = {
  authorise: 'https://www.instagram.com',
  token: 'https://api.instagram.com',
  graph: 'https://graph.instagram.com',
}

/** The permissions that the client knows what to do with. */
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
  /** Asked of the owner; every known permission by default. */
  scopes?: readonly string[]
  /** The platform's own by default. */
  hosts?: PlatformHosts
}
