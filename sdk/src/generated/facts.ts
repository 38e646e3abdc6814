// Generated from openapi.yaml by `npm run generate`. Do not edit.
export const explanations = {"invalid_token":"The connection to the platform is broken, so this feed has stopped updating. Reconnect the account on the dashboard; the API key stays the same."} as const
export const accountStatus = "X-Service-Account-Status" as const
export const feedStale = "X-Service-Feed-Stale" as const
export const lastFetchedAt = "X-Last-Fetched-At" as const
export const neverFetched = "Never" as const
export const freePageSize = 6 as const
