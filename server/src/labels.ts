/**
 * Names of buttons, links and parts of the dashboard that emails, the demo, tests or the documentation say, too. Each says them
 * from here; `docs/test/labels.test.ts` compares the documentation. No surface says a text that a comment calls the former one.
 */
export const labels = {
  connect: 'Connect an account',
  connectYours: 'Connect your account',
  inShort: 'Connect your account, copy two lines, done.',
  put: 'Put it on your site',
  copy: 'Copy',
  waitForBanner: 'Wait for my cookie banner',
  found: 'It works',
  developers: 'For developers',
  account: 'Account',
  refresh: 'Check for new posts', // formerly "Refresh now"
  reconnect: 'Reconnect',
  replaceKey: 'Replace key',
  replaceTheKey: 'Replace the key',
  replaceCode: 'Replace the code',
  showToken: 'Show token',
  removeAccount: 'Remove account',
  removeNow: 'Remove account and its posts',
  deleteAll: 'Delete everything',
} as const

/** What the dashboard says of a connection. */
export const states = {
  ready: 'Up to date',
  refreshing: 'Refreshing',
  refreshing_token: 'Renewing access',
  importing: 'Importing',
  failing: 'Last refresh failed',
  late: 'Delayed',
  invalid_token: 'Needs reconnecting',
} as const
