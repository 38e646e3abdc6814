import { isObject } from '../errors/json.ts'

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

/**
 * Whether a framework aborted the request, such as Next.js at the end of a prerender. Its errors have a `digest` and must
 * be rethrown unchanged; a retry would delay the prerender.
 */
export function isFrameworkSignal(thrown: unknown): boolean {
  return isObject(thrown) && typeof thrown.digest === 'string'
}

/** Whether the global `fetch` threw because of a mistake in the program, such as its own stub. */
export function isMistake(thrown: unknown): boolean {
  return (
    /^((Type|Reference|Syntax|Range)Error)$/.test(String(Object(thrown).name)) &&
    !isNetworkFailure(thrown)
  )
}
