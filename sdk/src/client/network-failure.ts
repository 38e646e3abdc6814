import { NetworkError, originOf } from '../errors/errors.ts'
import { isObject } from '../errors/json.ts'
import { type Redact, redactError } from './redaction.ts'
import { CallerException } from './retry.ts'

/** Of runtimes and native clients that throw no TypeError. */
const networkWords = /^(network|unable to |error sending|net::|cannot parse response)/i

/** Of Node's sockets and TLS, undici and Bun. */
const networkCodes =
  /^(E(AI_|CONN|HOST|NET|NOTFOUND|PIPE|TIMEDOUT)|UND_ERR_|ERR_(SSL|TLS|NETWORK)|CERT_|Connection|FailedToOpen)/

/** Of a TypeError that is a mistake in code. One of the network has words of the platform, in any language. */
const mistakeWords = /undefined|null|is not|can(not|'t) |invalid|must /i

/** Whether a custom `fetch` threw a network error, and not an exception of its code. Native clients throw texts and objects. */
export function isNetworkFailure(thrown: unknown, depth = 0): boolean {
  // An error may be its cause.
  if (depth > 5 || thrown === undefined) return false
  const { name, message, code, cause } = isObject(thrown) ? thrown : { message: thrown }
  const words = typeof message === 'string' ? message.slice(0, 500) : ''
  return (
    /^(Timeout|Fetch|Network)Error$/.test(String(name)) ||
    networkCodes.test(String(code)) ||
    networkWords.test(words) ||
    (name === 'TypeError' && !mistakeWords.test(words)) ||
    isNetworkFailure(cause, depth + 1)
  )
}

/** Whether the global `fetch` threw because of a mistake in the program, such as its own stub. */
export function isMistake(thrown: unknown): boolean {
  return (
    /^((Type|Reference|Syntax|Range)Error)$/.test(String(Object(thrown).name)) &&
    !isNetworkFailure(thrown)
  )
}

/** Returns what a call rejects with when `fetch` threw, or the reading of a body. */
export function explainThrown(
  thrown: unknown,
  address: string,
  redact: Redact,
  isOfCaller: (thrown: unknown) => boolean,
): unknown {
  if (thrown instanceof CallerException) return thrown
  // A framework aborted the request, as Next.js does at the end of a prerender. Its errors must be rethrown unchanged; a retry
  // would delay the prerender.
  const isOfFramework = isObject(thrown) && typeof thrown.digest === 'string'
  if (isOfFramework || isOfCaller(thrown)) return new CallerException(thrown)
  const cause = redactError(thrown, redact)
  return isMistake(thrown)
    ? new CallerException(new TypeError(`fetch threw: ${redact(String(thrown))}`, { cause }))
    : new NetworkError(originOf(address), cause)
}
