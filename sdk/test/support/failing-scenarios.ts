import {
  InternalServerError,
  InvalidApiKeyError,
  NetworkError,
  UnreadableBodyError,
} from '../../src/index.ts'

/** Scenarios of the mock that give no feed: with which error they end, and after how many requests with two retries. */
export const failingScenarios = [
  ['disconnected', InvalidApiKeyError, 1],
  ['regenerated', InvalidApiKeyError, 1],
  ['server-error', InternalServerError, 3],
  ['html-proxy', UnreadableBodyError, 3],
  ['html-proxy-200', UnreadableBodyError, 1],
  ['truncated', UnreadableBodyError, 1],
  ['network-error', NetworkError, 3],
  ['empty-reply', NetworkError, 3],
  ['connection-reset', NetworkError, 3],
] as const
