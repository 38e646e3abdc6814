import { serversOf } from '../stores/engine/postgres-address.ts'
import { type Settings, settings } from './settings.ts'

/**
 * Returns the settings that differ from their defaults, for the log. Of a secret it returns only that it is set, and of an
 * address the scheme, the host and the port: the other parts may be secret too.
 */
export function shownSettings(values: Settings): Record<string, unknown> {
  const shown: Record<string, unknown> = {}
  for (const [name, { schema, secret }] of Object.entries(settings)) {
    const value: unknown = values[name as keyof Settings]
    if (value === undefined || value === schema.safeParse(undefined).data) continue
    shown[name] = secret === 'value' ? '(set)' : shownValue(value)
  }
  return shown
}

function shownValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shownValue)
  if (typeof value !== 'string' || !/^[a-z][a-z\d+.-]+:\/\//i.test(value)) return value
  const hosts = serversOf(value).map((server) => URL.parse(server)?.host)
  return hosts.every((host) => host !== undefined)
    ? `${URL.parse(serversOf(value)[0] ?? '')?.protocol}//${hosts.join(',')}`
    : '(a URL)'
}
