import { parameters } from '@photofeed/openapi'
import { document } from '@photofeed/openapi/document'
import { table } from '../../../scripts/generate/tables.ts'
import { parameterNames } from '../../../sdk/src/errors/parameters.ts'
import { cell, code } from '../cells.ts'

const definitions = Object.values(
  (document as { components: { parameters: Record<string, Definition> } }).components.parameters,
)

interface Definition {
  name: keyof typeof parameters
  description: string
  'x-assumed'?: string
}

/** Returns the parameters of /api/v1/me that the specification has. */
export function specifiedParameters(): string {
  return table(
    ['Parameter', 'Values', 'Default', 'Description'],
    definitions
      .filter((definition) => !('x-assumed' in definition))
      .map(({ name, description }) => {
        const rule = parameters[name]
        const initial = 'default' in rule ? code(rule.default) : ''
        return [code(name), valuesOf(name), initial, cell(description)]
      }),
  )
}

/** Returns the options of the SDK for these parameters. */
export function parameterOptions(): string {
  return table(
    ['Option of the SDK', 'Parameter', 'Values'],
    Object.entries(parameterNames).map(([option, name]) => [
      code(option),
      code(name),
      valuesOf(name),
    ]),
  )
}

function valuesOf(name: keyof typeof parameters): string {
  const rule = parameters[name]
  if ('values' in rule) return rule.values.map(code).join(', ')
  if ('minimum' in rule) return `an integer from ${rule.minimum} to ${rule.maximum}`
  return 'endOfDay' in rule ? 'a date or a time in ISO 8601' : 'text'
}
