import { options, type Settings } from './config.ts'

const secrets: ReadonlySet<string> = new Set([
  'secret',
  'previousSecret',
  'platformClientSecret',
  'purgeToken',
] satisfies (keyof Settings)[])

/**
 * Returns the settings that differ from their defaults, for the log. Of a secret it returns only that it is set, and of a
 * URL the scheme, the host and the port: the other parts may be secret too.
 */
export function shownSettings(settings: Settings): Record<string, unknown> {
  const shown: Record<string, unknown> = {}
  for (const option of Object.values(options)) {
    const name = option.attributeName() as keyof Settings
    const value: unknown = settings[name]
    if (value === undefined || value === option.defaultValue) continue
    shown[name] = secrets.has(name) ? '(set)' : shownValue(value)
  }
  return shown
}

const url = /^[a-z][a-z\d+.-]+:\/\//i

function shownValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shownValue)
  if (typeof value !== 'string' || !url.test(value)) return value
  const parsed = URL.parse(value)
  return parsed ? `${parsed.protocol}//${parsed.host}` : '(a URL)'
}
