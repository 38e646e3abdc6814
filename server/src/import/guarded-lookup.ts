import type { LookupAddress, LookupOptions } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { MediaUnavailable } from './media-unavailable.ts'

/** The form of `dns.lookup` that gives every address of a name. */
export type Lookup = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/**
 * Looks names up for a connection, and gives out addresses only if all of them pass. It is asked by the connection
 * itself: a name that had been vetted before could lead elsewhere by the time of dialling.
 */
export function guardedLookup(
  lookup: Lookup,
  isAllowed: (address: string) => boolean,
): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error) callback(error, [])
      else if (!first || !addresses.every(({ address }) => isAllowed(address))) {
        callback(new MediaUnavailable('not a public address'), [])
      } else if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}
