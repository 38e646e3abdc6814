/** Where better-auth finds the visitor's address: a header that only we write. */
export const addressHeader = 'x-visitor-address'

const tries = { window: 60, max: 5 }

/** Tries a minute from one address. In the database, so that all processes count together. */
export const rateLimits = {
  enabled: true,
  customRules: {
    '/sign-in/email': tries,
    '/sign-up/email': tries,
    '/request-password-reset': tries,
    '/reset-password': tries,
  },
}
