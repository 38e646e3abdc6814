import type { StoredChild } from '@photofeed/core'
import type { ImportedPost } from '../db/ports.ts'
import type { MediaIntake } from './media-intake.ts'

/** The post with its media in our store, as far as it can be had; null when nothing of it can be shown. */
export async function storePostMedia(
  post: ImportedPost,
  known: ImportedPost | null,
  folder: string | null,
  intake: MediaIntake,
): Promise<ImportedPost | null> {
  const children: StoredChild[] = []
  for (const child of post.children) {
    const before = known?.children.find(({ id }) => id === child.id) ?? null
    const stored = await storeItem(child, before, folder, intake)
    if (stored) children.push({ ...child, ...stored })
  }
  // An album's own media is that of its first child, and changes when the owner removes that one. The file of the new
  // first child is used then: the same picture stored again would have another URL.
  const [first] = post.children
  const isSame = known?.children[0]?.id === first?.id
  const before = isSame ? known : (known?.children.find(({ id }) => id === first?.id) ?? null)
  const own = await storeItem(post, before, folder, intake)
  const media = own?.media ?? children[0]?.media
  return media ? { ...post, children, media, thumbnail: own?.thumbnail ?? null } : null
}

type Item = Pick<ImportedPost, 'mediaType' | 'media' | 'thumbnail'>
type ItemMedia = Pick<ImportedPost, 'media' | 'thumbnail'>

async function storeItem(
  item: Item,
  known: ItemMedia | null,
  folder: string | null,
  intake: MediaIntake,
): Promise<ItemMedia | null> {
  const thumbnail =
    item.thumbnail &&
    (await intake.take({
      media: item.thumbnail,
      folder,
      known: known?.thumbnail ?? null,
      picture: true,
    }))
  const media = await intake.take({
    media: item.media,
    folder,
    known: known && isWithheld(known) === isWithheld(item) ? known.media : null,
    picture: item.mediaType === 'IMAGE' || isWithheld(item),
  })
  const shown = media ?? thumbnail
  return shown && { media: shown, thumbnail }
}

/** A video that the platform withholds has its poster for media, until it is given back. */
function isWithheld({ media, thumbnail }: ItemMedia): boolean {
  return media.platformUrl === thumbnail?.platformUrl
}
