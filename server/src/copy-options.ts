import { resolve } from 'node:path'
import { Option } from '@commander-js/extra-typings'
import { bucketOptions, dataOptions, parseMediaPlace } from './config.ts'
import { isPostgres } from './database.ts'
import { parseDatabase } from './setting-parsers.ts'

/** The address of a database may contain a password, so it can be set in the environment too. */
export const copyOptions = {
  to: new Option(
    '--to <place>',
    'an empty PostgreSQL database, postgres://user@host/name, or a file of SQLite that does not exist (set it in the environment when it contains a password)',
  )
    .env('PHOTOFEED_COPY_TO')
    .makeOptionMandatory()
    .argParser((place) => (isPostgres(parseDatabase(place)) ? place : resolve(place))),
  media: new Option(
    '--media <place>',
    'an empty folder, or s3://bucket/prefix, to copy the pictures and videos to; by default they stay where they are',
  ).argParser(parseMediaPlace),
  fromMedia: new Option(
    '--from-media <place>',
    'where the pictures and videos are now; by default media in the data folder',
  )
    .env('PHOTOFEED_MEDIA')
    .argParser(parseMediaPlace),
  ...dataOptions,
  ...bucketOptions,
}
