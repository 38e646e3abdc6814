import { resolve } from 'node:path'
import { Option } from '@commander-js/extra-typings'
import { serviceOptions } from './service-options.ts'
import {
  parseMedia,
  parseMediaHosts,
  parseMediaOrigins,
  parsePort,
  parseUrl,
} from './setting-parsers.ts'

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
  database: new Option(
    '--database <place>',
    'a file of SQLite, or postgres://user@host/name, which several servers may share (set it in the environment when it holds a password); by default photofeed.sqlite in the data folder',
  ).env('PHOTOFEED_DATABASE'),
  secret: new Option(
    '--secret <text>',
    'encrypts API keys in the database (set it in the environment: command lines are visible); by default a random one, kept in the data folder',
  ).env('PHOTOFEED_SECRET'),
  media: new Option(
    '--media <place>',
    'the folder of the pictures and videos, or s3://bucket/prefix; by default media in the data folder',
  )
    .env('PHOTOFEED_MEDIA')
    .argParser(parseMedia),
  s3Endpoint: new Option(
    '--s3-endpoint <url>',
    "the address of the S3-compatible store; by default Amazon's",
  )
    .env('PHOTOFEED_S3_ENDPOINT')
    .argParser(parseUrl),
  s3Region: new Option(
    '--s3-region <name>',
    "the bucket's region; by default AWS_REGION, or us-east-1 where there is an endpoint",
  ).env('PHOTOFEED_S3_REGION'),
  s3PathStyle: new Option(
    '--s3-path-style',
    'put the bucket into the path, not into the host name; in the environment, true or false',
  )
    .env('PHOTOFEED_S3_PATH_STYLE')
    .default(false),
  mediaHosts: new Option(
    '--media-hosts <hosts>',
    'the hosts that media are downloaded from, such as *.fbcdn.net,photos.example; by default any, for an archive',
  )
    .env('PHOTOFEED_MEDIA_HOSTS')
    .argParser(parseMediaHosts),
  mediaOrigins: new Option(
    '--media-origins <origins>',
    'origins that media are downloaded from although their addresses are not public, such as http://127.0.0.1:4401',
  )
    .env('PHOTOFEED_MEDIA_ORIGINS')
    .argParser(parseMediaOrigins),
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
    'let shared caches keep successful answers; in the environment, true or false',
  )
    .env('PHOTOFEED_PRODUCTION')
    .default(false),
  site: new Option('--site <folder>', 'a folder of static pages to serve at /')
    .env('PHOTOFEED_SITE')
    .argParser((folder) => resolve(folder)),
  ...serviceOptions,
  json: new Option('--json', 'print one line of JSON when ready').default(false),
}
