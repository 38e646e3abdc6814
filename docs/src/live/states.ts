/** What a live example can read: an account of the mock, and for `invalid` a request that the service rejects. */
export const states = [
  { id: 'ready', label: 'Ready', scenario: 'premium' },
  { id: 'importing', label: 'Importing', scenario: 'importing' },
  { id: 'broken', label: 'Broken', scenario: 'invalid-token' },
  { id: 'free', label: 'Free', scenario: 'free' },
  { id: 'invalid', label: 'Invalid request', scenario: 'premium' },
  { id: 'error', label: 'Server error', scenario: 'server-error' },
  { id: 'offline', label: 'Offline', scenario: 'network-error' },
  { id: 'slow', label: 'Slow', scenario: 'slow' },
] as const

export type StateId = (typeof states)[number]['id']
