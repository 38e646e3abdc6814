import type { FaultName } from '../../../mock-server/src/index.ts'
import {
  GatewayError,
  InternalServerError,
  InvalidApiKeyError,
  NetworkError,
  UnreadableBodyError,
} from '../../src/entries/index.ts'

type ErrorClass =
  | typeof InternalServerError
  | typeof InvalidApiKeyError
  | typeof NetworkError
  | typeof GatewayError
  | typeof UnreadableBodyError

/** With which error a scenario ends, and after how many requests with two retries; null if it returns a feed. */
const outcomes: Record<FaultName | 'disconnected' | 'regenerated', [ErrorClass, number] | null> = {
  disconnected: [InvalidApiKeyError, 1],
  regenerated: [InvalidApiKeyError, 1],
  'server-error': [InternalServerError, 3],
  'html-proxy': [GatewayError, 3],
  'html-proxy-200': [UnreadableBodyError, 1],
  truncated: [UnreadableBodyError, 3],
  'network-error': [NetworkError, 3],
  'empty-reply': [NetworkError, 3],
  'connection-reset': [NetworkError, 3],
  slow: null,
  'slow-drip': null,
  'fails-twice': null,
}

/** Scenarios of the mock that return no feed. */
export const failingScenarios = Object.entries(outcomes).flatMap(([scenario, outcome]) =>
  outcome ? [[scenario, ...outcome] as const] : [],
)
