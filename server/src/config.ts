import { resolve } from 'node:path'
import { InvalidArgumentError, Option } from '@commander-js/extra-typings'

/** Every setting of a running server: a flag, its environment variable, its default, and what it means. */
export const options = {
  host: new Option('--host <address>', 'the address to listen on')
    .env('PHOTOFEED_HOST')
    .default('127.0.0.1'),
  port: new Option('--port <number>', 'the port to listen on; 0 takes a free one')
    .env('PHOTOFEED_PORT')
    .default(4400)
    .argParser(parsePort),
  data: new Option('--data <folder>', 'the folder that holds the database and the media')
    .env('PHOTOFEED_DATA')
    .default(resolve('photofeed-data'), './photofeed-data')
    .argParser((folder) => resolve(folder)),
  secret: new Option(
    '--secret <text>',
    'encrypts API keys in the database (set it in the environment: command lines are visible); by default a random one, kept in the data folder',
  ).env('PHOTOFEED_SECRET'),
  baseUrl: new Option(
    '--base-url <url>',
    'the address that clients use; by default the one listened on',
  )
    .env('PHOTOFEED_BASE_URL')
    .argParser(parseUrl),
  cdnUrl: new Option(
    '--cdn-url <url>',
    'the address of a media host in front of /media; by default /media itself',
  )
    .env('PHOTOFEED_CDN_URL')
    .argParser(parseUrl),
  supportEmail: new Option('--support-email <address>', 'named by the answer to an internal error')
    .env('PHOTOFEED_SUPPORT_EMAIL')
    .default('support@localhost'),
  production: new Option(
    '--production',
    'let shared caches keep successful answers; in the environment, any value does',
  )
    .env('PHOTOFEED_PRODUCTION')
    .default(false),
  site: new Option('--site <folder>', 'a folder of static pages to serve at /')
    .env('PHOTOFEED_SITE')
    .argParser((folder) => resolve(folder)),
  json: new Option('--json', 'print one line of JSON when ready').default(false),
}

function parsePort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65535) return port
  throw new InvalidArgumentError('It must be a whole number from 0 to 65535.')
}

function parseUrl(text: string): string {
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash) {
    return url.href.replace(/\/+$/, '')
  }
  throw new InvalidArgumentError(
    'It must be an http or https URL without a query, like https://feed.example.',
  )
}
