import { plans } from '@photofeed/openapi'
import { parseHosts, parseOrigins } from '../platform/download-rules.ts'
import { option, setting, type ValuesOf } from './setting.ts'
import {
  database,
  flag,
  folder,
  mediaPlace,
  oneOf,
  smtpUrl,
  text,
  textFor,
  url,
  wholeNumber,
} from './setting-values.ts'

/** Where a server listens, and its addresses. */
export const siteOptions = {
  host: setting('--host <address>', 'the address to listen on', text.default('127.0.0.1')),
  port: setting(
    '--port <number>',
    'the port to listen on; 0 takes a free one',
    wholeNumber(0, 65_535).default(4400),
  ),
  baseUrl: setting(
    '--base-url <url>',
    'the address that clients use; by default the one listened on',
    url.optional(),
  ),
  cdnUrl: setting(
    '--cdn-url <url>',
    'the address of a media host in front of /media; by default /media itself',
    url.optional(),
  ),
  supportEmail: setting(
    '--support-email <address>',
    'the address for help, in mails and internal errors',
    text.default('support@localhost'),
  ),
  production: setting(
    '--production',
    'let shared caches store successful responses; in the environment, true or false',
    flag,
  ),
}

/** For a command that prints an address of the running server. */
export const requiredBaseUrl = setting('--base-url <url>', 'the address that clients use', url)

/** The database, and the secret that encrypts keys and tokens in it. */
export const dataOptions = {
  data: setting(
    '--data <folder>',
    'the folder of the database and the media',
    folder.prefault('./photofeed-data'),
  ),
  database: setting(
    '--database <place>',
    'a file of SQLite, or postgres://user@host/name, which several servers may share; of several hosts, host1,host2, the one that accepts writes is used; by default photofeed.sqlite in the data folder',
    database.optional(),
    { secret: 'password' },
  ),
  secret: setting(
    '--secret <text>',
    'encrypts API keys in the database; by default a random one, stored in the data folder',
    text.optional(),
    { secret: 'value' },
  ),
  previousSecret: setting(
    '--previous-secret <text>',
    'the secret before this one, until everything is encrypted with the new one',
    text.optional(),
    { secret: 'value' },
  ),
}

/** Where the pictures and videos are, and how a bucket is reached. */
export const mediaOptions = {
  media: setting(
    '--media <place>',
    'the folder of the pictures and videos, or s3://bucket/prefix; by default media in the data folder',
    mediaPlace.optional(),
  ),
  s3Endpoint: setting(
    '--s3-endpoint <url>',
    "the address of the S3-compatible store; by default Amazon's",
    url.optional(),
  ),
  s3Region: setting(
    '--s3-region <name>',
    "the bucket's region; by default AWS_REGION, or us-east-1 where there is an endpoint",
    text.optional(),
  ),
  s3PathStyle: setting(
    '--s3-path-style',
    'put the bucket into the path, not into the host name; in the environment, true or false',
    flag,
  ),
}

const downloadOptions = {
  mediaHosts: setting(
    '--media-hosts <hosts>',
    'the hosts that media are downloaded from, such as *.fbcdn.net,photos.example; by default those of the platform, *.cdninstagram.com and *.fbcdn.net',
    textFor(
      parseHosts,
      'It must be host names with commas between, each with *. in front if every host below it is meant.',
    ).optional(),
  ),
  mediaOrigins: setting(
    '--media-origins <origins>',
    'origins that media are downloaded from although their addresses are not public, such as http://127.0.0.1:4401',
    textFor(
      parseOrigins,
      'It must be origins with commas between, like http://127.0.0.1:4401.',
    ).optional(),
  ),
}

/** The app on the photo platform, and where the platform is. */
const platformOptions = {
  platformClientId: setting(
    '--platform-client-id <id>',
    "this service's app on the photo platform; without it nothing is connected or refreshed",
    text.optional(),
  ),
  platformClientSecret: setting(
    '--platform-client-secret <text>',
    "the app's secret",
    text.optional(),
    { secret: 'value' },
  ),
  platformUrl: setting(
    '--platform-url <url>',
    'the address of an emulated platform, with its hosts in the folders www, api and graph; by default the real one',
    url.optional(),
  ),
  platformVersion: setting(
    '--platform-version <version>',
    'the version of the platform for profiles and posts, like v25.0; by default that of the app, which the platform changes',
    text.regex(/^v\d{1,3}\.\d$/, 'It must be a version like v25.0.').optional(),
  ),
  platformComments: setting(
    '--platform-comments',
    'request the permission to read comments, which the platform must have approved for the app; without it posts have no comments. In the environment, true or false',
    flag,
  ),
}

/** For programs that read the output of a command. */
export const jsonOption = {
  json: option('--json', 'print one line of JSON, for programs', flag),
}

export const signUpOption = {
  signUp: setting(
    '--sign-up <who>',
    'who can sign up on the dashboard: open to anybody, by invitation, or closed',
    oneOf(['open', 'invitation', 'closed']).default('open'),
  ),
}

/** Every setting of a running server. */
export const settings = {
  ...siteOptions,
  role: setting(
    '--role <role>',
    'what this server does: api serves requests, worker refreshes accounts and sends mail, all does both',
    oneOf(['all', 'api', 'worker']).default('all'),
  ),
  concurrency: setting(
    '--concurrency <number>',
    'how many accounts are refreshed at the same time, up to 1000; as many mails and deletions, and eight times as many purges, are sent at the same time',
    wholeNumber(1, 1000).default(10),
  ),
  ...dataOptions,
  databaseConnections: setting(
    '--database-connections <number>',
    'how many connections to PostgreSQL the server opens at most; where it serves requests and runs background jobs, half of them for each',
    wholeNumber(2, 1000).default(10),
  ),
  ...mediaOptions,
  ...downloadOptions,
  ...platformOptions,
  ...signUpOption,
  freeAccounts: setting(
    '--free-accounts <number>',
    'how many accounts Free connects',
    wholeNumber(1, 999_999).default(plans.free.connectedAccounts),
  ),
  smtpUrl: setting(
    '--smtp-url <url>',
    'the mail server, such as smtps://name:password@mail.example; without it owners get no mail about broken connections',
    smtpUrl.optional(),
    { secret: 'password' },
  ),
  mailFrom: setting(
    '--mail-from <address>',
    'the sender of mail; by default the support address',
    text.optional(),
  ),
  purgeUrl: setting(
    '--purge-url <url>',
    'is called to purge the responses that a cache in front of the API stores for a key',
    url.optional(),
  ),
  purgeToken: setting(
    '--purge-token <text>',
    'sent with that call as Authorization: Bearer',
    // Errors of `fetch` would print it.
    text
      .regex(
        /^[\x21-\x7e]+$/,
        'It must be visible ASCII characters, without spaces and line breaks, as in a header.',
      )
      .optional(),
    { secret: 'value' },
  ),
  adminPort: setting(
    '--admin-port <number>',
    'the port of /healthz, /readyz and /metrics; 0 takes a free one; by default there is none',
    wholeNumber(0, 65_535).optional(),
  ),
  adminHost: setting(
    '--admin-host <address>',
    'the address that the admin port listens on',
    text.default('127.0.0.1'),
  ),
  addressHeader: setting(
    '--address-header <name>',
    'the header in which the proxy in front writes the address of a visitor, such as X-Forwarded-For; its last value is used. By default the address is that of the connection',
    // Others let each form fail.
    text.regex(/^[\w-]+$/, 'It must be the name of a header, like X-Forwarded-For.').optional(),
  ),
  drain: setting(
    '--drain <seconds>',
    'how long to serve requests after a signal to stop, while /readyz reports it',
    wholeNumber(0, 999).default(0),
  ),
  logLevel: setting(
    '--log-level <level>',
    'the least severe lines of the log: info has events, warn what may need attention, error what failed',
    oneOf(['info', 'warn', 'error']).default('info'),
  ),
}

export type Settings = ValuesOf<typeof settings & typeof jsonOption>
