import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { entries as elementEntries } from '../../element/test/package/entries.ts'
import { entries as sdkEntries } from '../../sdk/test/package/entries.ts'
import { bundle } from '../../test-support/bundle.ts'
import { readText, root } from '../packages.ts'
import { table, withTables } from './tables.ts'

/** Returns the READMEs of the SDK and the element with the sizes of the built entries, rounded so that they rarely change. */
export async function generate() {
  const [sdk, element] = await Promise.all([
    entrySizes('sdk', sdkEntries),
    entrySizes('element', elementEntries),
  ])
  return {
    'sdk/README.md': withTables(readText('sdk/README.md'), { sizes: sdk }),
    'element/README.md': withTables(readText('element/README.md'), {
      sizes: element,
      'on-demand': onDemandSizes(),
    }),
  }
}

async function entrySizes(folder: string, entries: Readonly<Record<string, string>>) {
  const rows: string[][] = []
  for (const [name, file] of Object.entries(entries)) {
    const { bytes } = await bundle(folder, file)
    rows.push([`\`@photofeed/${folder}${name.slice(1)}\``, kilobytes(bytes)])
  }
  return table(['Entry', 'minified and gzipped, everything included'], rows)
}

/** What loads each file beside `photo-feed.js`; the others are languages. */
const reasons: Readonly<Record<string, string>> = {
  albums: '`albums`',
  carousel: '`layout="carousel"`',
  list: '`layout="list"`',
  masonry: '`layout="masonry"`',
  tiles: '`layout="tiles"`',
  'element-extras':
    '`show-profile`, `counts`, `theme`, `captions="over"` and `hover`, `consent`, `owner-notice`, `load-more="scroll"`',
  'which-posts': '`hidden-posts`, `pinned-posts`, `with-words`, `without-words`, several keys',
  interactions: '`open-in="viewer"` or `albums`',
  viewer: 'the pointer comes to a post, with `open-in="viewer"`',
  'single-post': 'the address names a post that the feed does not show',
  'merge-pages': 'the same as `which-posts`',
  redirects: 'the service redirects',
  mistakes: 'the API key is malformed, or a stub replaces `fetch`',
  'video-player': 'a video is played in its card',
  translations: '`lang`, unless English',
  'reserved-space': 'a feed is lower than its placeholders',
  'read-feed-again': 'the key of a saved look has stopped working',
  check: 'an attribute is wrong, or `?photofeed-check`',
}

function onDemandSizes(): string {
  const folder = new URL('element/dist/photo-feed/', root)
  const sizes = readdirSync(folder).map((file) => {
    const [, name = ''] = /^(.+)-\w{8}\.js$/.exec(file) ?? []
    return [name, gzipSync(readFileSync(new URL(file, folder)), { level: 9 }).length] as const
  })
  const isLanguage = (name: string) => /^[a-z]{2}(-\w+)?$/.test(name)
  const languages = sizes.flatMap(([name, bytes]) => (isLanguage(name) ? [bytes] : []))
  const rows = sizes
    .filter(([name]) => !isLanguage(name))
    .map(([name, bytes]) => {
      if (!reasons[name]) throw new Error(`Nothing says what loads ${name}.`)
      return [`\`${name}\``, kilobytes(bytes), reasons[name]]
    })
  const script = gzipSync(readFileSync(new URL('../photo-feed.js', folder)), { level: 9 }).length
  return table(
    ['File', 'gzipped', 'loaded when'],
    [
      ['`photo-feed.js`', kilobytes(script), 'always'],
      ...rows,
      ['a language', `up to ${kilobytes(Math.max(...languages))}`, '`lang` names it'],
    ],
  )
}

function kilobytes(bytes: number) {
  return `${(bytes / 1000).toFixed(1)} kB`
}
