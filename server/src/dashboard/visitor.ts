import { getConnInfo } from '@hono/node-server/conninfo'
import type { Visitor } from '../owners/owners.ts'
import type { DashboardContext, DashboardParts } from './dashboard-parts.ts'

/** The network address of who asks. Of what a proxy was told and wrote down, only its own words, the last ones, count. */
export function visitorOf(
  context: DashboardContext,
  { addressHeader }: Pick<DashboardParts, 'addressHeader'>,
): Visitor {
  const written = addressHeader ? context.req.header(addressHeader) : undefined
  const address = written?.split(',').at(-1)?.trim() || getConnInfo(context).remote.address
  return { address: address ?? '' }
}
