// Values of settings, from what each says of itself.
import type { z } from 'zod'
import type { Setting } from '../../src/settings/setting.ts'
import {
  database,
  email,
  flag,
  headerName,
  headerValue,
  host,
  hosts,
  mediaPlace,
  origins,
  platformVersion,
  region,
  siteUrl,
  smtpUrl,
  url,
} from '../../src/settings/setting-values.ts'

type Wrong = [values: string[], sentence: string]

/** Values that cannot be a setting of a kind, and the sentence about them after "cannot be" or "is invalid". */
const kinds: [kind: z.ZodType, ...wrong: Wrong][] = [
  [
    siteUrl,
    [
      ...['https://feed.example/sub/path', 'feed.example', 'ftp://feed.example'],
      ...['https://feed.example#top', 'https://feed.example?a=b', 'https://a:b@feed.example'],
    ],
    'It must be an http or https URL without a user, a password, a path and a query, like https://feed.example.',
  ],
  [
    url,
    [
      ...['cdn.example', 'https://cdn.example?a=b', '//cdn.example', 'https://a@cdn.example'],
      ...['cdn.example/purge', 'platform', 'ws://platform.example', 's3://s3.example'],
    ],
    'It must be an http or https URL without a user, a password and a query, like https://feed.example.',
  ],
  [
    email,
    [
      ...['nobody', 'a@b.example, c@d.example', 'Help <help@feed.example>', '@feed.example'],
      'a b@feed.example',
    ],
    'It must be one email address, like feed@feed.example.',
  ],
  [
    host,
    ['http://127.0.0.1', '127.0.0.1:80', 'feed example', '[::1]:80', '*'],
    'It must be an address of this machine or its name, like 127.0.0.1, without a port.',
  ],
  [flag, ['path', '2', 'ja', 'si', '-1'], 'It must be true or false.'],
  [
    database,
    [
      'postgres://u:p#ss@127.0.0.1:1/x',
      'postgres://u:p/ss@127.0.0.1:1/x',
      'postgres://u:p?ss@127.0.0.1:1/x',
      'postgres://127.0.0.1:99999/x',
      'postgres://127.0.0.1',
      'postgres://',
      'postgres:///x',
      'postgres://u@127.0.0.1:1,:2x/x',
      'postgres://127.0.0.1:1/x/y',
    ],
    'It must be like postgres://user:password@host/name. In the password, write / as %2F, # as %23, ? as %3F, @ as %40 and % as %25.',
  ],
  [
    database,
    [
      'postgres://u:p@%2Fvar%2Frun%2Fpostgresql/x',
      'postgres:///x?host=/var/run/postgresql',
      'postgres://u@127.0.0.1/x?sslmode=disable&host=/run/postgresql',
    ],
    'A Unix socket is not supported. Let PostgreSQL listen on the loopback address, and name that, like postgres://user:password@127.0.0.1/name.',
  ],
  [
    database,
    [
      ...['mysql://127.0.0.1/x', 'postgres:/x', 'postgres:x', ' postgres://127.0.0.1/x'],
      ...['Postgres://127.0.0.1/x', 'file:photofeed.sqlite'],
    ],
    'It must be a file, or the address of a PostgreSQL database like postgres://user:password@host/name, without spaces in front.',
  ],
  [
    database,
    ['require', 'prefer', 'on'].map((mode) => `postgres://127.0.0.1:1/x?sslmode=${mode}`),
    'Its sslmode must be verify-full, disable, or no-verify, which accepts any certificate.',
  ],
  [
    mediaPlace,
    [
      ...['s3:photofeed', 's3//photofeed', 'S3://photofeed', 's3://', 's3://a'],
      ...['s3://Photo_Feed', 's3://key:secret@bucket', 'https://bucket.example'],
      ...['gs://bucket', 'file:///media', 's3:/media', 's3:///a', 's3://bucket//a'],
      ...['s3://bucket/../a', 's3://bucket/./a', 's3://bucket/a?region=x'],
    ],
    'It must be a folder, or s3://bucket or s3://bucket/prefix.',
  ],
  [
    region,
    ['eu central', 'https://eu-central-1'],
    'It must be the name of a region, like eu-central-1.',
  ],
  [
    hosts,
    [
      ...['https://x.example', '*', 'a b', '*.', 'x.example/path', '*.net.', 'localhost'],
      ...['a.*.example', 'photos.example, not a host'],
    ],
    'It must be host names with commas between, each with *. in front if every host below it is meant.',
  ],
  [
    origins,
    [
      ...['127.0.0.1', 'http://127.0.0.1/path', '*', 'http://*', 'ftp://127.0.0.1'],
      ...['127.0.0.1:4401', 'http://user@127.0.0.1:4401', 'http://a.example, b.example'],
    ],
    'It must be origins with commas between, like http://127.0.0.1:4401.',
  ],
  [platformVersion, ['25', 'v25', '25.0', 'v25.0.1'], 'It must be a version like v25.0.'],
  [
    smtpUrl,
    [
      ...['mail.example', 'smtp://', 'http://mail.example', 'smtp://a:b#c@mail.example'],
      ...['smtp://mail.example:port', 'smtp://mail.example/path', 'smtp://a:b@'],
      ...['smtp://a:b@mail.example/path', 'smtp://a:b@mail_%0d%0a.example'],
    ],
    'It must be the address of a mail server like smtps://name:password@mail.example, or smtp:// for a server that upgrades to TLS.',
  ],
  [
    smtpUrl,
    ['smtp://mail.example?tls=maybe', 'smtps://mail.example?tls=off'],
    'After the ? it may have only tls=on or tls=off, and only with smtp://.',
  ],
  [
    smtpUrl,
    ['smtp://a:b@mail.example?tls=off'],
    'It sends a password without TLS. Take out tls=off, or the name and the password.',
  ],
  [
    smtpUrl,
    ['smtps://a:50%@mail.example'],
    'Its name or password has a % that encodes nothing. Write a % itself as %25.',
  ],
  [
    headerName,
    ['X-Forwarded-For:', 'X Forwarded For', 'X-Real-IP, X-Forwarded-For'],
    'It must be the name of a header, like X-Forwarded-For.',
  ],
  [
    headerValue,
    ['a b', 'a\nb', 'ä'],
    'It must be visible ASCII characters, without spaces and line breaks, as in a header.',
  ],
]

/** Returns what cannot be a setting of a schema; without a kind, the values beside its range or list, of which its sentence says all. */
export function wrongOf(schema: z.ZodType): Wrong[] {
  const ofKind = kinds.filter(([kind]) => kind === schema)
  if (ofKind.length > 0) return ofKind.map(([, ...wrong]) => wrong)
  const { innerType } = schema.def as { innerType?: z.ZodType }
  if (innerType) return wrongOf(innerType)
  const sentence = sentenceOf(schema)
  const [least, most] = rangeIn(sentence)
  if (least !== undefined && most !== undefined) {
    const others = ['many', `${most}.5`, ` ${most}`, '0x1', '1e0', '1s']
    return [[[`${Number(least) - 1}`, `${Number(most) + 1}`, ...others], sentence]]
  }
  const [choice] = choicesIn(sentence)
  return choice ? [[['other', choice.toUpperCase(), `${choice},`], sentence]] : []
}

export const rangeIn = (sentence: string) =>
  /^It must be a whole number from (\d+) to (\d+)\.$/.exec(sentence)?.slice(1) ?? []

const choicesIn = (sentence: string) =>
  sentence.startsWith('It must be ') && / or \w+\.$/.test(sentence)
    ? sentence.slice(11, -1).split(/,? or |, /)
    : []

const sentenceOf = (schema: z.ZodType) => schema.safeParse('\0').error?.issues[0]?.message ?? ''

/** Returns the least or the greatest value, 0 or 1, of all settings that are numbers of a range, but not of ports. */
export function valuesAtEnd(settings: Readonly<Record<string, Setting>>, end: number) {
  const values = Object.entries(settings).flatMap(([name, { schema }]) => {
    const value = rangeIn(sentenceOf(schema))[end]
    return value === undefined || /port$/i.test(name) ? [] : [[name, schema.parse(value)]]
  })
  return Object.fromEntries(values)
}

/** Returns a value of a setting that is not its default; undefined if only a test knows one. */
export function otherValue({ schema, initial }: Setting): string | true | undefined {
  const sentence = sentenceOf(schema)
  if (sentence === 'It must be true or false.') return true
  const others = [...rangeIn(sentence), ...choicesIn(sentence).toReversed()]
  return others.find((value) => value !== `${initial}`)
}
