import type { ScenarioName } from '@photofeed/core/scenarios'
import type { ConnectionStatus } from '@photofeed/openapi'
import type { TransitionName } from '../../accounts/transitions.ts'

// What people read instead of the names in code.

export const groups = ['Working', 'Broken', 'Odd content', 'Errors', 'Yours'] as const
type Group = (typeof groups)[number]

const published: Record<ScenarioName, [group: Group, title: string]> = {
  premium: ['Working', 'Ready'],
  free: ['Working', 'Free plan'],
  importing: ['Working', 'Importing'],
  'importing-partial': ['Working', 'Importing, some posts'],
  'refreshing-token': ['Working', 'Renewing its token'],
  empty: ['Working', 'No posts'],
  'page-boundary': ['Working', 'Exactly one page'],
  'invalid-token': ['Broken', 'Broken connection'],
  'free-invalid-token': ['Broken', 'Broken connection, Free'],
  disconnected: ['Broken', 'Disconnected'],
  regenerated: ['Broken', 'Replaced key'],
  'unstored-media': ['Odd content', 'Media of the platform'],
  'withheld-video': ['Odd content', 'Withheld videos'],
  'null-profile': ['Odd content', 'Empty profile'],
  'hostile-text': ['Odd content', 'Difficult captions'],
  'expired-media': ['Odd content', 'Expired pictures'],
  'missing-image': ['Odd content', 'Missing pictures'],
  'server-error': ['Errors', 'Server error'],
  slow: ['Errors', 'Slow'],
  'slow-drip': ['Errors', 'Slow body'],
  'network-error': ['Errors', 'No connection'],
  'connection-reset': ['Errors', 'Connection reset'],
  'empty-reply': ['Errors', 'No response'],
  truncated: ['Errors', 'Truncated JSON'],
  'html-proxy': ['Errors', 'Page of a proxy, 502'],
  'html-proxy-200': ['Errors', 'Page of a proxy, 200'],
  'fails-twice': ['Errors', 'Fails twice'],
}

/** Returns the group and the title of a scenario; accounts of your own and copies have their name. */
export function wordsOf(name: string): [group: Group, title: string] {
  return Object.hasOwn(published, name) ? published[name as ScenarioName] : ['Yours', name]
}

export const statusWords: Record<ConnectionStatus, [word: string, tone: string]> = {
  ready: ['Connected', 'good'],
  importing: ['Importing', 'caution'],
  refreshing_token: ['Renewing its token', 'caution'],
  invalid_token: ['Broken connection', 'bad'],
}

export const transitionWords: Record<TransitionName, string> = {
  'finish-import': 'Finish the import',
  expire: 'Make it break',
  reconnect: 'Reconnect it',
  refresh: 'Fetch its posts',
  'refresh-token': 'Renew its token',
  regenerate: 'Replace its key',
  disconnect: 'Disconnect it',
  connect: 'Connect it again',
}
