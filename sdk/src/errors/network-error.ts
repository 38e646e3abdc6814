import { PhotofeedError } from './photofeed-error.ts'

/**
 * No answer arrived: offline, wrong host, refused connection, an answer cut short, or blocked by the
 * browser. `cause` is the error of `fetch`, copied without the API key.
 */
export class NetworkError extends PhotofeedError {
  override readonly name = 'NetworkError'

  constructor(cause: unknown) {
    super('The service could not be reached.', {
      hint:
        globalThis.navigator?.onLine === false
          ? 'This device is offline.'
          : 'Check the connection and baseUrl; in a browser, its console for CORS.',
      retryable: true,
      cause,
    })
  }
}
