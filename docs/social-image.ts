import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { colors } from '@photofeed/design'
import satori, { type Font } from 'satori'
import sharp from 'sharp'

const require = createRequire(import.meta.url)

async function inter(weight: 400 | 700): Promise<Font> {
  const path = require.resolve(`@fontsource/inter/files/inter-latin-${weight}-normal.woff`)
  return { name: 'Inter', weight, data: await readFile(path) }
}

const fonts = await Promise.all([inter(400), inter(700)])
// Astro builds in the folder of the site.
const background = await sharp('public/social.png')
  .removeAlpha()
  .raw()
  .toBuffer({ resolveWithObject: true })

type Style = Record<string, string | number>

const element = (style: Style, children: unknown) => ({
  type: 'div',
  props: { style: { display: 'flex', ...style }, children },
})

const [width, height] = [715, 470]
const [, paper] = colors.paper

/** The words of a page. */
export interface SocialWords {
  /** The group of the navigation that has the page. */
  group: string
  title: string
  description: string
}

/** Returns `social.png` as JPEG, with the words of a page instead of its own; the logo and the pictures stay. */
export async function drawSocialImage({ group, title, description }: SocialWords): Promise<Buffer> {
  const line = (text: string, style: Style) =>
    element({ display: 'block', width: 580, lineClamp: 3, ...style }, text)
  const words = element(
    { flexDirection: 'column', width, height, paddingLeft: 80, backgroundColor: paper },
    [
      line(group, { fontSize: 28, fontWeight: 700, color: colors.accent[1], marginTop: 24 }),
      line(title, {
        ...{ fontSize: title.length > 36 ? 48 : 60, fontWeight: 700, color: colors.ink[1] },
        ...{ lineHeight: 1.15, letterSpacing: '-0.02em', marginTop: 12 },
      }),
      line(description, { fontSize: 28, lineHeight: 1.4, color: colors.quiet[1], marginTop: 24 }),
    ],
  )
  // satori draws letters as paths: the image does not depend on the fonts of the machine.
  const svg = await satori(words as Parameters<typeof satori>[0], { width, height, fonts })
  return sharp(background.data, { raw: background.info })
    .composite([{ input: Buffer.from(svg), left: 0, top: 160 }])
    .jpeg({ quality: 85 })
    .toBuffer()
}
