import {
  type Command,
  type CommandUnknownOpts,
  Option,
  type OptionValues,
} from '@commander-js/extra-typings'
import { UserError } from '@photofeed/core/node'
import type { z } from 'zod'
import { unitMs } from './setting-values.ts'

/** A setting: a flag and a variable, what it means, and how their text becomes its value. */
export interface Setting<Schema extends z.ZodType = z.ZodType> {
  flags: string
  /** Null if it is only a flag. */
  variable: string | null
  description: string
  schema: Schema
  /** What of the value is secret, so that it may be in a file and is never printed. */
  secret: 'value' | 'password' | null
  /** The default, of a duration in the unit of its flag; undefined if there is none. */
  initial: unknown
}

type Details = Pick<Setting, 'description'> & Partial<Pick<Setting, 'variable' | 'secret'>>

/** Creates a setting whose variable has the name of the flag: `--base-url` and PHOTOFEED_BASE_URL. */
export function setting<Schema extends z.ZodType>(
  flags: string,
  schema: Schema,
  details: Details,
): Setting<Schema> {
  const usual = `PHOTOFEED_${nameOf({ flags }).slice(2).replaceAll('-', '_').toUpperCase()}`
  const { variable = usual, secret = null } = details
  const advice = variable !== null && secret !== null ? ` (${advices[secret]})` : ''
  const { defaultValue } = schema.def as { defaultValue?: unknown }
  // That of a duration is in milliseconds.
  const unit = unitMs[/<(\w+)>/.exec(flags)?.[1] as keyof typeof unitMs] ?? 1
  return {
    ...{ flags, schema, variable, secret },
    description: details.description + advice,
    initial: typeof defaultValue === 'number' ? defaultValue / unit : defaultValue,
  }
}

const advices = {
  value: 'set it in the environment: command lines are visible',
  password: 'set it in the environment when it contains a password',
}

/** Creates an option of a command, which has no variable. */
export function option<Schema extends z.ZodType>(
  flags: string,
  schema: Schema,
  details: Pick<Setting, 'description'>,
): Setting<Schema> {
  return setting(flags, schema, { ...details, variable: null })
}

/** A mistake in what was typed. */
export class UsageError extends UserError {}

type Group = Record<string, Setting>

/** The values of a group of settings. */
export type ValuesOf<Group> = {
  [Name in keyof Group]: Group[Name] extends Setting<infer Schema> ? z.output<Schema> : never
}

const groups = new WeakMap<CommandUnknownOpts, Group>()

/** Adds a group of settings to a command, whose action gets the values. */
export function withOptions<
  Arguments extends unknown[],
  Values extends OptionValues,
  Added extends Group,
>(command: Command<Arguments, Values>, group: Added): Command<Arguments, Values & ValuesOf<Added>> {
  groups.set(command as CommandUnknownOpts, group)
  for (const { flags, description, initial, variable } of Object.values(group)) {
    const shown = [
      ...(initial === undefined ? [] : [`default: ${JSON.stringify(initial)}`]),
      ...(variable === null ? [] : [`env: ${variable}`]),
    ]
    const details = shown.length > 0 ? ` (${shown.join(', ')})` : ''
    command.addOption(new Option(flags, description + details))
  }
  return command as never
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
  const values: Record<string, unknown> = {}
  const used = new Map<string, string>()
  usedVariables.set(command, used)
  for (const [name, setting] of Object.entries(groups.get(command) ?? {})) {
    const { variable } = setting
    const isVariable = flags[name] === undefined && variable !== null && environment.has(variable)
    if (isVariable) used.set(nameOf(setting), variable)
    const given = isVariable ? environment.get(variable) : flags[name]
    const { data, error } = setting.schema.safeParse(given)
    if (error) {
      const sentence = error.issues[0]?.message ?? ''
      const mistake = mistakeOf(setting, given, flags[name] !== undefined, sentence)
      throw isVariable ? new UserError(mistake) : new UsageError(mistake)
    }
    values[name] = data
  }
  return values
}

const usedVariables = new WeakMap<CommandUnknownOpts, ReadonlyMap<string, string>>()

/** Names the variables that were set instead of the flags that a sentence names. */
export function withVariables(command: CommandUnknownOpts, sentence: string): string {
  const used = usedVariables.get(command)
  return sentence.replaceAll(/--[a-z\d-]+/g, (flag) => used?.get(flag) ?? flag)
}

const nameOf = ({ flags }: Pick<Setting, 'flags'>) => flags.split(' ', 1)[0] ?? ''

function mistakeOf(
  { flags, variable, secret }: Setting,
  value: unknown,
  isFlag: boolean,
  sentence: string,
): string {
  const name = nameOf({ flags })
  if (value === undefined) return `${name} is missing. Pass it, or set ${variable}.`
  // An address may contain a password.
  const isSecret = secret !== null || /:\/\/.*[@?]/s.test(String(value))
  const what = isSecret ? 'is invalid' : `cannot be '${value}'`
  return `${isFlag ? name : variable} ${what}. ${sentence}`
}
