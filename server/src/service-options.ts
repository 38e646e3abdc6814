import { Option } from '@commander-js/extra-typings'
import { plans } from '@photofeed/openapi'
import { platformHosts } from './platform/platform-tokens.ts'
import { parseCount, parsePort, parseSeconds, parseSmtp, parseUrl } from './setting-parsers.ts'

/** What stands behind the read API: the photo platform, the dashboard, mail, the edge, the operator's port. */
export const serviceOptions = {
  platformClientId: new Option(
    '--platform-client-id <id>',
    "this service's app on the photo platform; without it nothing is connected or refreshed",
  ).env('PHOTOFEED_PLATFORM_CLIENT_ID'),
  platformClientSecret: new Option(
    '--platform-client-secret <text>',
    "the app's secret (set it in the environment: command lines are visible)",
  ).env('PHOTOFEED_PLATFORM_CLIENT_SECRET'),
  platformAuthoriseUrl: new Option(
    '--platform-authorise-url <url>',
    'where the browser of an owner is sent to allow access',
  )
    .env('PHOTOFEED_PLATFORM_AUTHORISE_URL')
    .default(platformHosts.authorise)
    .argParser(parseUrl),
  platformTokenUrl: new Option('--platform-token-url <url>', 'where a code becomes a token')
    .env('PHOTOFEED_PLATFORM_TOKEN_URL')
    .default(platformHosts.token)
    .argParser(parseUrl),
  platformGraphUrl: new Option('--platform-graph-url <url>', "the platform's other answers")
    .env('PHOTOFEED_PLATFORM_GRAPH_URL')
    .default(platformHosts.graph)
    .argParser(parseUrl),
  freeAccounts: new Option('--free-accounts <number>', 'how many accounts Free connects')
    .env('PHOTOFEED_FREE_ACCOUNTS')
    .default(plans.free.connectedAccounts)
    .argParser(parseCount),
  smtpUrl: new Option(
    '--smtp-url <url>',
    'the mail server, such as smtps://name:password@mail.example (set it in the environment when it holds a password); without it owners are not told of broken connections',
  )
    .env('PHOTOFEED_SMTP_URL')
    .argParser(parseSmtp),
  mailFrom: new Option(
    '--mail-from <address>',
    'the sender of mail; by default the support address',
  ).env('PHOTOFEED_MAIL_FROM'),
  purgeUrl: new Option(
    '--purge-url <url>',
    'is called to clear what a cache in front of the API keeps of a key',
  )
    .env('PHOTOFEED_PURGE_URL')
    .argParser(parseUrl),
  purgeToken: new Option(
    '--purge-token <text>',
    'sent with that call as Authorization: Bearer (set it in the environment: command lines are visible)',
  ).env('PHOTOFEED_PURGE_TOKEN'),
  adminPort: new Option(
    '--admin-port <number>',
    'the port of /healthz, /readyz and /metrics; 0 takes a free one, and without it there is none',
  )
    .env('PHOTOFEED_ADMIN_PORT')
    .argParser(parsePort),
  adminHost: new Option('--admin-host <address>', 'the address that the admin port listens on')
    .env('PHOTOFEED_ADMIN_HOST')
    .default('127.0.0.1'),
  addressHeader: new Option(
    '--address-header <name>',
    'the header in which the proxy in front writes the address of a visitor, such as X-Forwarded-For; its last value counts. By default the address is that of the connection',
  ).env('PHOTOFEED_ADDRESS_HEADER'),
  drain: new Option(
    '--drain <seconds>',
    'how long to go on answering after being told to stop, while /readyz says so',
  )
    .env('PHOTOFEED_DRAIN')
    .default(0)
    .argParser(parseSeconds),
  previousSecret: new Option(
    '--previous-secret <text>',
    'the secret before this one, while what it encrypted is encrypted anew (set it in the environment: command lines are visible)',
  ).env('PHOTOFEED_PREVIOUS_SECRET'),
}
