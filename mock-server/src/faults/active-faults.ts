import type { FeedRequest } from '@photofeed/core'
import { type EndpointName, meetsQuery } from '../endpoints.ts'
import { type FaultSetting, type FaultSettings, readFault } from './fault-settings.ts'

/** A fault of an account, and how often it has happened. */
export interface ActiveFault {
  /** The name or the settings that were passed. */
  setting: FaultSetting
  settings: FaultSettings
  /** How many more requests have it. */
  left: number
}

/**
 * Creates the faults of an account.
 *
 * @throws {UserError} for an unknown name and for invalid settings
 */
export function activateFaults(
  faults: FaultSetting | readonly FaultSetting[] | null,
): readonly ActiveFault[] {
  const list = faults === null ? [] : [faults].flat()
  return (list as FaultSetting[]).map((setting) => {
    const settings = readFault(setting)
    const left = settings.times ?? Number.POSITIVE_INFINITY
    return { setting, settings, left }
  })
}

/** A request, as the conditions of a fault read it. */
interface FaultRequest extends Pick<FeedRequest, 'path' | 'query'> {
  /** Null for a path of the API without an endpoint. */
  endpoint: EndpointName | null
}

/** Counts a request, and returns the first of the faults that it has; null if it has none. */
export function takeFault(
  faults: readonly ActiveFault[],
  { endpoint, path, query }: FaultRequest,
): ActiveFault | null {
  const kind = path.endsWith('.mp4') ? 'video' : 'image'
  const taken = faults.find(({ left, settings: { when = {}, field } }) => {
    const wanted = when.endpoint ?? (field === undefined ? undefined : 'graphql')
    const isWanted =
      when.media !== undefined || wanted === 'media'
        ? endpoint === 'media' && (when.media ?? kind) === kind
        : endpoint !== 'media' && (wanted === undefined || wanted === endpoint)
    return left > 0 && isWanted && meetsQuery(new URLSearchParams(query), when.query)
  })
  if (taken) taken.left -= 1
  return taken ?? null
}
