const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i

/** Whether a host is this machine, which nobody else can listen in on. */
export function isLoopback(host: string): boolean {
  return loopback.test(host)
}
