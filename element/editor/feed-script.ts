import { styles as carousel } from '../src/layouts/carousel.ts'
import { styles as grid } from '../src/layouts/grid.ts'
import { styles as list } from '../src/layouts/list.ts'
import { styles as masonry } from '../src/layouts/masonry.ts'
import { styles as tiles } from '../src/layouts/tiles.ts'
import { extraStyles } from '../src/view/extra-styles.ts'
import { attributeNames, completeOptions, propertyNames } from '../src/view/options.ts'
import { isStyle, type Look } from './look.ts'

const layouts: Readonly<Record<string, string>> = { grid, tiles, masonry, carousel, list }

/** Room for the profile, until its file is loaded. */
const profileRoom = '#top{min-height:96px}'

/** Room for the button that loads more posts, while there are placeholders. */
const buttonRoom = (theme: string) =>
  `#stage:has([aria-busy])+#end:empty{height:${theme === 'panel' ? 68 : 92}px}`

interface ServedFeed {
  src: string
  apiKey: string
  look: Look
  /** Whether there may be more posts than those of the first page. */
  hasMore: boolean
}

/** Returns what `/f/<id>.js` has in front of the script of `<photo-feed>`: the address, key and look of a feed. */
export function feedPrefix(id: string, { src, apiKey, look, hasMore }: ServedFeed): string {
  const entries = Object.entries(look)
  const saved = {
    attributes: {
      ...{ src, 'api-key': apiKey },
      ...Object.fromEntries(entries.filter(([name]) => !isStyle(name))),
    },
    styles: Object.fromEntries(entries.filter(([name]) => isStyle(name))),
    css: stylesOf(look, hasMore && look['load-more'] !== 'none'),
  }
  return `${assignment(id, saved)}\n`
}

/** Returns the script of an id that no feed has: what the owner of a page wrote stays there. */
export function missingFeedScript(id: string): string {
  const warning = `<photo-feed>: there is no feed ${id}. Copy the code for your site again.`
  return `${assignment(id, null)}dispatchEvent(new Event('photo-feeds'));console.warn(${JSON.stringify(warning)})\n`
}

const assignment = (id: string, value: unknown) =>
  `(self.photoFeeds??={})[${JSON.stringify(id)}]=${JSON.stringify(value)};`

/** The styles of the layout and of what is around the posts, so that the height is reserved before their files are loaded. */
function stylesOf(look: Look, hasButton: boolean): string {
  const values = attributeNames.map((name, index) => [propertyNames[index], look[name]])
  const options = completeOptions(Object.fromEntries(values))
  return [
    ...[layouts[options.layout], extraStyles(options)],
    options.showProfile && profileRoom,
    hasButton && buttonRoom(options.theme),
  ]
    .filter(Boolean)
    .join('')
}
