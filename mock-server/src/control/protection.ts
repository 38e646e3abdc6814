import type { IncomingHttpHeaders } from 'node:http'
import { controlPrefix } from '../endpoints.ts'

interface Sender {
  remoteAddress: string | undefined
  headers: IncomingHttpHeaders
}

interface ControlAccess {
  remoteControl: boolean
  /** The service's address, under which other machines know the mock. */
  baseUrl: string
}

const loopbackName = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i

/** Whether a page of this machine calls the API: it may have another port, as a development server or a test. */
export function isLocalCall(path: string, origin: string | undefined): boolean {
  const url = URL.parse(origin ?? '')
  const isLocal = url && /^https?:$/.test(url.protocol) && loopbackName.test(url.hostname)
  return Boolean(isLocal) && path.startsWith(`${controlPrefix}/api/`)
}

const loopbackAddress = /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/i
const addressName = /^(\d{1,3}(\.\d{1,3}){3}|\[[\da-f:.]+\])$/i

/**
 * Returns why a request must not reach the control page; null when it may. Any web page can send requests to this machine,
 * and its host name can resolve to the address of this machine.
 */
export function rejectionOf(
  { remoteAddress = '', headers }: Sender,
  path: string,
  access: ControlAccess,
): string | null {
  const { remoteControl } = access
  if (!remoteControl && !loopbackAddress.test(remoteAddress)) {
    return 'The control page responds to this machine only: open it on the machine that the mock runs on, or start the mock with --remote-control.'
  }
  const { host = '', origin } = headers
  if (!isOwnHost(host, access)) {
    return remoteControl
      ? 'The control page does not accept this host name: open it by an IP address, or start the mock with this name in --base-url.'
      : 'The control page does not accept this host name: open it as localhost, 127.0.0.1 or [::1].'
  }
  if (isLocalCall(path, origin)) return null
  const isSameOrigin = URL.parse(origin ?? '')?.host === host.toLowerCase()
  if (origin !== undefined && !isSameOrigin) {
    return 'The control page accepts no requests of other web pages: send this request from the control page, from a page on localhost, or from outside a browser.'
  }
  const site = headers['sec-fetch-site'] ?? 'none'
  if (site === 'same-origin' || site === 'none') return null
  return 'The control page cannot be reached from another web page: type its address into the browser.'
}

/** With `remoteControl`, an IP address is accepted too: a page of an attacker can only have a host name. */
function isOwnHost(host: string, { remoteControl, baseUrl }: ControlAccess): boolean {
  const name = host.replace(/:\d+$/, '')
  if (loopbackName.test(name)) return true
  return remoteControl && (addressName.test(name) || host.toLowerCase() === new URL(baseUrl).host)
}
