import { resolve } from 'node:path'
import {
  type Command,
  type InferOptions,
  Option,
  type OptionValues,
} from '@commander-js/extra-typings'
import { plans } from '@photofeed/openapi'
import { parseMediaLocation } from './media/open-media-files.ts'
import { parseHosts, parseOrigins } from './platform/download-rules.ts'
import { platformOptions } from './platform/platform-options.ts'
import {
  numberFrom,
  parseDatabase,
  parseSmtp,
  parseToken,
  parseUrl,
  required,
  setting,
} from './setting-parsers.ts'

/** What a server does: serve requests, run background jobs, or both. */
export type Role = 'all' | 'api' | 'worker'
const roles: readonly Role[] = ['all', 'api', 'worker']

/** Who may sign up: anybody, people with a link of `photofeed-server owners invite`, or nobody. */
export type SignUp = 'open' | 'invitation' | 'closed'
const signUps: readonly SignUp[] = ['open', 'invitation', 'closed']

/** Where a server listens, and the addresses and pages that it serves. */
export const siteOptions = {
  host: setting('--host <address>', 'the address to listen on').default('127.0.0.1'),
  port: setting('--port <number>', 'the port to listen on; 0 takes a free one')
    .default(4400)
    .argParser(numberFrom(0, 65_535)),
  baseUrl: setting(
    '--base-url <url>',
    'the address that clients use; by default the one listened on',
  ).argParser(parseUrl),
  cdnUrl: setting(
    '--cdn-url <url>',
    'the address of a media host in front of /media; by default /media itself',
  ).argParser(parseUrl),
  supportEmail: setting(
    '--support-email <address>',
    'the address for help, in mails and internal errors',
  ).default('support@localhost'),
  production: setting(
    '--production',
    'let shared caches store successful responses; in the environment, true or false',
  ).default(false),
}

/** For a command that prints an address of the running server. */
export const requiredBaseUrl = setting('--base-url <url>', 'the address that clients use')
  .argParser(parseUrl)
  .makeOptionMandatory()

/** The database, and the secret that encrypts keys and tokens in it. */
export const dataOptions = {
  data: setting('--data <folder>', 'the folder of the database and the media')
    .default(resolve('photofeed-data'), './photofeed-data')
    .argParser((folder) => resolve(folder)),
  database: setting(
    '--database <place>',
    'a file of SQLite, or postgres://user@host/name, which several servers may share; of several hosts, host1,host2, the one that accepts writes is used (set it in the environment when it contains a password); by default photofeed.sqlite in the data folder',
  ).argParser(parseDatabase),
  secret: setting(
    '--secret <text>',
    'encrypts API keys in the database (set it in the environment: command lines are visible); by default a random one, stored in the data folder',
  ),
  previousSecret: setting(
    '--previous-secret <text>',
    'the secret before this one, until everything is encrypted with the new one (set it in the environment: command lines are visible)',
  ),
}

export const parseMediaPlace = required(
  parseMediaLocation,
  'It must be a folder, or s3://bucket or s3://bucket/prefix.',
)

/** How a bucket of pictures and videos is reached. */
export const bucketOptions = {
  s3Endpoint: setting(
    '--s3-endpoint <url>',
    "the address of the S3-compatible store; by default Amazon's",
  ).argParser(parseUrl),
  s3Region: setting(
    '--s3-region <name>',
    "the bucket's region; by default AWS_REGION, or us-east-1 where there is an endpoint",
  ),
  s3PathStyle: setting(
    '--s3-path-style',
    'put the bucket into the path, not into the host name; in the environment, true or false',
  ).default(false),
}

export const mediaOptions = {
  media: setting(
    '--media <place>',
    'the folder of the pictures and videos, or s3://bucket/prefix; by default media in the data folder',
  ).argParser(parseMediaPlace),
  ...bucketOptions,
}

const downloadOptions = {
  mediaHosts: setting(
    '--media-hosts <hosts>',
    'the hosts that media are downloaded from, such as *.fbcdn.net,photos.example; by default those of the platform, *.cdninstagram.com and *.fbcdn.net',
  ).argParser(
    required(
      parseHosts,
      'It must be host names with commas between, each with *. in front if every host below it is meant.',
    ),
  ),
  mediaOrigins: setting(
    '--media-origins <origins>',
    'origins that media are downloaded from although their addresses are not public, such as http://127.0.0.1:4401',
  ).argParser(
    required(parseOrigins, 'It must be origins with commas between, like http://127.0.0.1:4401.'),
  ),
}

/** For programs that read the output of a command. */
export const jsonOption = {
  json: new Option('--json', 'print one line of JSON, for programs').default(false),
}

export const signUpOption = {
  signUp: setting(
    '--sign-up <who>',
    'who can sign up on the dashboard: open to anybody, by invitation, or closed',
  )
    .choices(signUps)
    .default('open' as SignUp),
}

/** Every setting of a running server: a flag, its environment variable, its default, and what it means. */
export const options = {
  ...siteOptions,
  role: setting(
    '--role <role>',
    'what this server does: api serves requests, worker refreshes accounts and sends mail, all does both',
  )
    .choices(roles)
    .default('all' as Role),
  concurrency: setting(
    '--concurrency <number>',
    'how many accounts are refreshed at the same time, up to 1000; as many mails and deletions, and eight times as many purges, are sent at the same time',
  )
    .default(10)
    .argParser(numberFrom(1, 1000)),
  ...dataOptions,
  databaseConnections: setting(
    '--database-connections <number>',
    'how many connections to PostgreSQL the server opens at most; where it serves requests and runs background jobs, half of them for each',
  )
    .default(10)
    .argParser(numberFrom(2, 1000)),
  ...mediaOptions,
  ...downloadOptions,
  ...platformOptions,
  ...signUpOption,
  freeAccounts: setting('--free-accounts <number>', 'how many accounts Free connects')
    .default(plans.free.connectedAccounts)
    .argParser(numberFrom(1, 999_999)),
  smtpUrl: setting(
    '--smtp-url <url>',
    'the mail server, such as smtps://name:password@mail.example (set it in the environment when it contains a password); without it owners get no mail about broken connections',
  ).argParser(parseSmtp),
  mailFrom: setting('--mail-from <address>', 'the sender of mail; by default the support address'),
  purgeUrl: setting(
    '--purge-url <url>',
    'is called to purge the responses that a cache in front of the API stores for a key',
  ).argParser(parseUrl),
  purgeToken: setting(
    '--purge-token <text>',
    'sent with that call as Authorization: Bearer (set it in the environment: command lines are visible)',
  ).argParser(parseToken),
  adminPort: setting(
    '--admin-port <number>',
    'the port of /healthz, /readyz and /metrics; 0 takes a free one; by default there is none',
  ).argParser(numberFrom(0, 65_535)),
  adminHost: setting(
    '--admin-host <address>',
    'the address that the admin port listens on',
  ).default('127.0.0.1'),
  addressHeader: setting(
    '--address-header <name>',
    'the header in which the proxy in front writes the address of a visitor, such as X-Forwarded-For; its last value is used. By default the address is that of the connection',
  ).argParser(
    // Others let each form fail.
    required(
      (text) => (/^[\w-]+$/.test(text) ? text : null),
      'It must be the name of a header, like X-Forwarded-For.',
    ),
  ),
  drain: setting(
    '--drain <seconds>',
    'how long to serve requests after a signal to stop, while /readyz reports it',
  )
    .default(0)
    .argParser(numberFrom(0, 999)),
  logLevel: setting(
    '--log-level <level>',
    'the least severe lines of the log: info has events, warn what may need attention, error what failed',
  )
    .choices(['info', 'warn', 'error'] as const)
    .default('info' as const),
  logFormat: setting(
    '--log-format <format>',
    'json writes an object per line for programs, text a sentence per line for people',
  )
    .choices(['json', 'text'] as const)
    .default('json' as const),
  ...jsonOption,
}

export type Settings = SettingsOf<typeof options>

type AnyOption = Option<string, unknown, unknown, unknown, boolean, unknown>

/** The settings that a command reads from a group of options. */
type SettingsOf<Group> = {
  [Name in keyof Group]: (settings: SettingOf<Group[Name]>) => void
}[keyof Group] extends (settings: infer Settings) => void
  ? Settings
  : never

type SettingOf<One> =
  One extends Option<
    infer Flags,
    infer Preset,
    infer Default,
    infer Value,
    infer Mandatory,
    infer Choices
  >
    ? InferOptions<object, Flags, Default, Value, Mandatory, Preset, Choices>
    : never

export function withOptions<
  Arguments extends unknown[],
  Settings extends OptionValues,
  Group extends Record<string, AnyOption>,
>(
  command: Command<Arguments, Settings>,
  group: Group,
): Command<Arguments, Settings & SettingsOf<Group>> {
  for (const option of Object.values(group)) command.addOption(option)
  return command as never
}
