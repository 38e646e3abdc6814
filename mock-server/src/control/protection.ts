import type { IncomingHttpHeaders } from 'node:http'
import { controlPrefix } from '../mock.ts'

/** The origin of a request. */
export interface Sender {
  remoteAddress: string | undefined
  headers: IncomingHttpHeaders
}

interface Guard {
  rejects(sender: Sender, path: string): boolean
  message: string
  /** Whether the option `remoteControl` disables the guard. */
  isLocal?: true
}

const loopbackAddress = /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/i
const loopbackHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i

/**
 * The files that pages of other origins may load, with the destination of the request: the script that adds the panel, and
 * the frame with the panel. Both are the same for every page. The frame reads the mock from its own origin, and only pages
 * of this machine can embed it.
 */
const embedded: Readonly<Record<string, string>> = {
  [`${controlPrefix}/panel.js`]: 'script',
  [`${controlPrefix}/frame`]: 'iframe',
}

/** Any web page can send requests to this machine, and its host name can resolve to the address of this machine. */
const guards: readonly Guard[] = [
  {
    rejects: ({ remoteAddress = '' }) => !loopbackAddress.test(remoteAddress),
    message:
      'The control page responds to this machine only: open it on the machine that the mock runs on.',
    isLocal: true,
  },
  {
    rejects: ({ headers: { host = '' } }) => !loopbackHost.test(host),
    message:
      'The control page does not accept this host name: open it as localhost, 127.0.0.1 or [::1].',
    isLocal: true,
  },
  {
    rejects: ({ headers: { origin, host = '' } }) =>
      origin !== undefined && URL.parse(origin)?.host !== host.toLowerCase(),
    message:
      'The control page accepts no requests of other web pages: send this request from the control page, or from outside a browser.',
  },
  {
    rejects: ({ headers }, path) => {
      const site = headers['sec-fetch-site']
      if (site === undefined || site === 'same-origin' || site === 'none') return false
      return embedded[path] === undefined || headers['sec-fetch-dest'] !== embedded[path]
    },
    message:
      'The control page cannot be reached from another web page: type its address into the browser.',
  },
]

/** Returns why a request must not reach the control page; null when it may. */
export function rejectionOf(sender: Sender, path: string, remoteControl: boolean): string | null {
  const active = guards.filter(({ isLocal }) => !(isLocal && remoteControl))
  return active.find(({ rejects }) => rejects(sender, path))?.message ?? null
}
