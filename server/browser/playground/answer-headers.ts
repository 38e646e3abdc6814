import { headers } from '@photofeed/openapi'

const serviceNames: string[] = [
  headers.AccountStatus.name,
  headers.LastFetchedAt.name,
  headers.FeedStale.name,
]

/** The headers of an answer, the service's own first and as the contract spells them. */
export function orderedHeaders(
  all: readonly (readonly [name: string, value: string])[],
): [name: string, value: string][] {
  const values = new Map(all)
  const own = serviceNames.flatMap((name): [string, string][] => {
    const value = values.get(name.toLowerCase())
    return value === undefined ? [] : [[name, value]]
  })
  const ownNames = new Set(serviceNames.map((name) => name.toLowerCase()))
  const others = all.filter(([name]) => !ownNames.has(name))
  return [...own, ...others.map(([name, value]): [string, string] => [name, value])]
}
