import { isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Visitor } from '../owners/owners.ts'
import type { DashboardContext, DashboardParts } from './dashboard-parts.ts'

/** The visitor's network address. Trusts only the last entry of the proxy's header: clients control the others. */
export function visitorOf(
  context: DashboardContext,
  { addressHeader }: Pick<DashboardParts, 'addressHeader'>,
): Visitor {
  const written = addressHeader ? context.req.header(addressHeader) : undefined
  const forwarded = written && addressIn(written.split(',').at(-1)?.trim() ?? '')
  return { address: forwarded || (getConnInfo(context).remote.address ?? '') }
}

/** The address of a header's entry without the port that some proxies add; null when there is none. */
function addressIn(entry: string): string | null {
  const withPort = /^\[(.+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(entry)
  const address = withPort?.[1] ?? withPort?.[2] ?? entry
  return isIP(address) === 0 ? null : address
}
