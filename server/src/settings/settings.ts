import { databaseDefaults } from '../stores/engine/database-settings.ts'
import { deliveriesPerRefresh } from '../stores/service/work-kinds.ts'
import { option, setting, type ValuesOf } from './setting.ts'
import {
  database,
  duration,
  email,
  flag,
  folder,
  headerName,
  headerValue,
  host,
  hosts,
  mediaPlace,
  oneOf,
  origins,
  platformVersion,
  port,
  region,
  siteUrl,
  smtpUrl,
  text,
  url,
  wholeNumber,
} from './setting-values.ts'

/** Where a server listens, and its addresses. */
const addresses = {
  host: setting('--host <address>', host.default('127.0.0.1'), {
    description: 'the address to listen on',
  }),
  port: setting('--port <number>', port.default(4400), {
    description: 'the port to listen on; 0 takes a free one',
  }),
  baseUrl: setting('--base-url <url>', siteUrl.optional(), {
    description: 'the address that clients use; by default the one listened on',
  }),
  cdnUrl: setting('--cdn-url <url>', url.optional(), {
    description: 'the address of a media host in front of /media; by default /media itself',
  }),
  addressHeader: setting('--address-header <name>', headerName.optional(), {
    description:
      'the header in which the proxy in front writes the address of a visitor, such as X-Forwarded-For; its last value is used. By default the address is that of the connection',
  }),
  adminHost: setting('--admin-host <address>', host.default('127.0.0.1'), {
    description: 'the address that the admin port listens on',
  }),
  adminPort: setting('--admin-port <number>', port.optional(), {
    description:
      'the port of /healthz, /readyz and /metrics; 0 takes a free one; by default there is none',
  }),
}

/** For a command that prints an address of the running server. */
export const requiredBaseUrl = setting('--base-url <url>', siteUrl, {
  description: 'the address that clients use',
})

/** The database, and the secret that encrypts keys and tokens in it. */
export const dataOptions = {
  data: setting('--data <folder>', folder.prefault('./photofeed-data'), {
    description: 'the folder of the database and the media',
  }),
  database: setting('--database <place>', database.optional(), {
    description:
      'a file of SQLite, or postgres://user@host/name, which several servers may share; of several hosts, host1,host2, the one that accepts writes is used; by default photofeed.sqlite in the data folder',
    secret: 'password',
  }),
  secret: setting('--secret <text>', text.optional(), {
    description:
      'encrypts API keys in the database; by default a random one, stored in the data folder',
    secret: 'value',
  }),
  previousSecret: setting('--previous-secret <text>', text.optional(), {
    description: 'the secret before this one, until everything is encrypted with the new one',
    secret: 'value',
  }),
}

const databaseConnections = {
  databaseConnections: setting(
    '--database-connections <number>',
    wholeNumber(2, 1000).default(databaseDefaults.databaseConnections),
    {
      description:
        'how many connections to PostgreSQL the server opens at most, 2 to 1000; where it serves requests and runs background jobs, half of them for each',
    },
  ),
}

/** Where the pictures and videos are, and how a bucket is reached. */
export const mediaOptions = {
  media: setting('--media <place>', mediaPlace.optional(), {
    description:
      'the folder of the pictures and videos, or s3://bucket/prefix; by default media in the data folder',
  }),
  s3Endpoint: setting('--s3-endpoint <url>', url.optional(), {
    description: "the address of the S3-compatible store; by default Amazon's",
  }),
  s3Region: setting('--s3-region <name>', region.optional(), {
    description:
      "the bucket's region; by default AWS_REGION, or us-east-1 where there is an endpoint",
  }),
}

const downloads = {
  mediaHosts: setting('--media-hosts <hosts>', hosts.optional(), {
    description:
      'the hosts that media are downloaded from, such as *.fbcdn.net,photos.example; by default those of the platform, *.cdninstagram.com and *.fbcdn.net',
  }),
  mediaOrigins: setting('--media-origins <origins>', origins.optional(), {
    description:
      'origins that media are downloaded from although their addresses are not public, such as http://127.0.0.1:4401',
  }),
}

/** The app on the photo platform, and where the platform is. */
const platform = {
  platformClientId: setting('--platform-client-id <id>', text.optional(), {
    description:
      "this service's app on the photo platform; without it nothing is connected or refreshed",
  }),
  platformClientSecret: setting('--platform-client-secret <text>', text.optional(), {
    description: "the app's secret",
    secret: 'value',
  }),
  platformUrl: setting('--platform-url <url>', url.optional(), {
    description:
      'the address of an emulated platform for tests, with its hosts in the folders www, api and graph; by default the real one',
  }),
  platformVersion: setting('--platform-version <version>', platformVersion.optional(), {
    description:
      'the version of the platform for profiles and posts, like v25.0; by default that of the app, which the platform changes',
  }),
  platformComments: setting('--platform-comments', flag, {
    description:
      'request the permission to read comments, which the platform must have approved for the app; without it posts have no comments. In the environment, true or false',
  }),
}

const mails = {
  signUp: setting('--sign-up <who>', oneOf(['open', 'invitation']).default('open'), {
    description: 'who can sign up on the dashboard: open to anybody, or by invitation',
  }),
  supportEmail: setting('--support-email <address>', email.default('support@localhost'), {
    description: 'the address for help, in mails and internal errors',
  }),
  smtpUrl: setting('--smtp-url <url>', smtpUrl.optional(), {
    description:
      'the mail server, such as smtps://name:password@mail.example; without it owners get no mail about broken connections',
    secret: 'password',
  }),
  mailFrom: setting('--mail-from <address>', email.optional(), {
    description: 'the sender of mail; by default the support address',
  }),
}

const caches = {
  production: setting('--production', flag, {
    description: 'let shared caches store successful responses; in the environment, true or false',
  }),
  purgeUrl: setting('--purge-url <url>', url.optional(), {
    description:
      'is called to purge the responses that a cache in front of the API stores for a key',
  }),
  purgeToken: setting('--purge-token <text>', headerValue.optional(), {
    description: 'sent with that call as Authorization: Bearer',
    secret: 'value',
  }),
}

const running = {
  role: setting('--role <role>', oneOf(['all', 'api', 'worker']).default('all'), {
    description:
      'what this server does: api serves requests, worker refreshes accounts and sends mail, all does both',
  }),
  concurrency: setting('--concurrency <number>', wholeNumber(1, 1000).default(10), {
    description: `how many accounts are refreshed at the same time, 1 to 1000; as many mails and deletions, and ${deliveriesPerRefresh.purge} times as many purges, are sent at the same time`,
  }),
  drain: setting('--drain <seconds>', duration('seconds', 0, 999).default(0), {
    description:
      'how long to serve requests after a signal to stop, while /readyz reports it; 0 to 999 seconds; 0 stops at once',
  }),
  logLevel: setting('--log-level <level>', oneOf(['info', 'warn', 'error']).default('info'), {
    description:
      'the least severe lines of the log: info has events, warn what may need attention, error what failed',
  }),
}

/** The settings of a running server, by their headings in its help. */
export const settingGroups = {
  'Addresses:': addresses,
  'Data:': { ...dataOptions, ...databaseConnections },
  'Pictures and videos:': { ...mediaOptions, ...downloads },
  'Instagram:': platform,
  'Owners and email:': mails,
  'Caches:': caches,
  'Running:': running,
}

/** Every setting of a running server. */
export const settings = {
  ...settingGroups['Addresses:'],
  ...settingGroups['Data:'],
  ...settingGroups['Pictures and videos:'],
  ...settingGroups['Instagram:'],
  ...settingGroups['Owners and email:'],
  ...settingGroups['Caches:'],
  ...settingGroups['Running:'],
}

export const jsonOption = {
  json: option('--json', flag, {
    description: 'print one line of JSON, for programs',
  }),
}

export type Settings = ValuesOf<typeof settings & typeof jsonOption>

/** Returns the settings of a server from texts as flags have them, with the defaults of all others. */
export function completeSettings(
  given: Partial<Record<keyof Settings, string | boolean | undefined>> = {},
): Settings {
  const all = { ...settings, ...jsonOption }
  const values = Object.entries(all).map(([name, { schema }]) => [
    name,
    schema.parse(given[name as keyof Settings]),
  ])
  return Object.fromEntries(values)
}
