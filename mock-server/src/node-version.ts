import { UserError } from '@photofeed/core'

/** As in the field `engines` of package.json. */
export const neededNode = '22.12'

/**
 * Throws in a Node that is too old: there, requests would fail later, because a function is missing.
 *
 * @throws {UserError}
 */
export function assertNodeVersion(): void {
  const { node, bun, deno } = globalThis.process?.versions ?? {}
  // Bun and Deno report a version of Node too.
  if (!node || bun || deno) return
  const [major = 0, minor = 0] = node.split('.').map(Number)
  const [neededMajor = 0, neededMinor = 0] = neededNode.split('.').map(Number)
  if (major > neededMajor || (major === neededMajor && minor >= neededMinor)) return
  throw new UserError(
    `@photofeed/mock-server needs Node ${neededNode} or later. This is Node ${node}. Install a newer version from https://nodejs.org.`,
  )
}
