import {
  type Command,
  type CommandUnknownOpts,
  type InferOptions,
  Option,
  type OptionValues,
} from '@commander-js/extra-typings'
import { UserError } from '@photofeed/core/node'
import { z } from 'zod'

/** A setting: a flag and a variable, what it means, and how their text becomes its value. */
export interface Setting<Schema extends z.ZodType = z.ZodType> {
  flags: string
  /** Null if it is only a flag. */
  variable: string | null
  description: string
  schema: Schema
  /** What of the value is secret, so that it may be in a file and is never printed. */
  secret: 'value' | 'password' | null
  /** The default; undefined if there is none. */
  initial: unknown
}

type SettingDetails = Partial<Pick<Setting, 'variable' | 'secret' | 'initial'>>

/** Creates a setting whose variable has the name of the flag: `--base-url` and PHOTOFEED_BASE_URL. */
export function setting<Schema extends z.ZodType>(
  flags: string,
  description: string,
  schema: Schema,
  details: SettingDetails = {},
): Setting<Schema> {
  const name = flags.split(' ', 1)[0]?.slice(2) ?? ''
  return {
    ...{ flags, description, schema, secret: null },
    variable: `PHOTOFEED_${name.replaceAll('-', '_').toUpperCase()}`,
    initial: schema.safeParse(undefined).data,
    ...details,
  }
}

/** Settings, and options that only one command has, by their names. */
export type Group = Record<string, Setting | AnyOption>
type AnyOption = Option<string, unknown, unknown, unknown, boolean, unknown>

/** The values of a group of settings. */
export type ValuesOf<Group> = {
  [Name in keyof Group]: (values: ValueOf<Group[Name], Name>) => void
}[keyof Group] extends (values: infer Values) => void
  ? { [Name in keyof Values]: Values[Name] }
  : never

type ValueOf<One, Name extends PropertyKey> =
  One extends Setting<infer Schema>
    ? { [_ in Name]: z.output<Schema> }
    : One extends Option<
          infer Flags,
          infer Preset,
          infer Default,
          infer Value,
          infer Mandatory,
          infer Choices
        >
      ? InferOptions<object, Flags, Default, Value, Mandatory, Preset, Choices>
      : never

const groups = new WeakMap<CommandUnknownOpts, Group>()

const isSetting = (one: Setting | AnyOption): one is Setting => 'schema' in one

/** Adds a group to a command, whose action gets the values. */
export function withOptions<
  Arguments extends unknown[],
  Values extends OptionValues,
  Added extends Group,
>(command: Command<Arguments, Values>, group: Added): Command<Arguments, Values & ValuesOf<Added>> {
  groups.set(command as CommandUnknownOpts, group)
  for (const one of Object.values(group)) command.addOption(isSetting(one) ? optionOf(one) : one)
  return command as never
}

function optionOf({ flags, description, initial, variable }: Setting): Option {
  const shown = [
    ...(initial === undefined ? [] : [`default: ${JSON.stringify(initial)}`]),
    ...(variable === null ? [] : [`env: ${variable}`]),
  ]
  const details = shown.length > 0 ? ` (${shown.join(', ')})` : ''
  return new Option(flags, description + details)
}

/**
 * Returns the settings of a command: parsed once, from its flags, otherwise from the environment.
 *
 * @throws {UserError} with a sentence that contains no secret.
 */
export function parseSettings(
  command: CommandUnknownOpts,
  flags: Record<string, unknown>,
  environment: ReadonlyMap<string, string> = new Map(),
): Record<string, unknown> {
  const given: Record<string, unknown> = {}
  const settings: Record<string, Setting> = {}
  for (const [name, one] of Object.entries(groups.get(command) ?? {})) {
    if (!isSetting(one)) continue
    settings[name] = one
    given[name] = flags[name] ?? environment.get(one.variable ?? '')
  }
  const schemas = Object.entries(settings).map(([name, { schema }]) => [name, schema] as const)
  const { data, error } = z.object(Object.fromEntries(schemas)).safeParse(given)
  if (data) return data
  const [issue] = error.issues
  const name = String(issue?.path[0])
  const isFlag = flags[name] !== undefined
  throw new UserError(mistakeOf(settings[name], given[name], isFlag, issue?.message ?? ''))
}

function mistakeOf(
  mistaken: Setting | undefined,
  value: unknown,
  isFlag: boolean,
  sentence: string,
): string {
  const { flags = '', variable = '', secret = null } = mistaken ?? {}
  const name = flags.split(' ', 1)[0] ?? ''
  if (value === undefined) return `${name} is missing. Pass it, or set ${variable}.`
  // An address may contain a password.
  const isSecret = secret !== null || /:\/\/.*[@?]/s.test(String(value))
  const what = isSecret ? 'is invalid' : `cannot be '${value}'`
  return `${isFlag ? name : variable} ${what}. ${sentence}`
}
