import type { Media, StoredChild, StoredFile, StoredPost } from '@photofeed/core'
import { concurrentMap } from '@photofeed/core/node'
import type { ImportedPost } from '../db/stored-documents.ts'
import { type Content, RejectedMedia } from '../media/file-store.ts'
import { isWebAddress, type PlatformPost } from '../platform/platform-schema.ts'
import { type MediaSource, MediaUnavailable } from './download.ts'
import { mapPost } from './mapping.ts'

/** A part of a response of the platform. */
export interface PlatformItem<Value> {
  value: Value
  /** The folder that relative media paths start from; null if the response did not come from a file. */
  folder: string | null
}

const concurrency = 4

/** Stores the media of the platform's posts and returns the posts. Leaves out those without any media to show. */
export async function storePosts(
  posts: ReadonlyArray<PlatformItem<PlatformPost>>,
  known: ReadonlyMap<string, StoredPost>,
  intake: MediaIntake,
  onProgress?: (done: number) => void,
): Promise<ImportedPost[]> {
  let done = 0
  const taken = await concurrentMap(posts, concurrency, async ({ value, folder }) => {
    const post = mapPost(value)
    const before = known.get(value.id) ?? null
    const stored = post && (await storePostMedia(post, before, folder, intake))
    done += 1
    onProgress?.(done)
    return stored
  })
  return taken.filter((post) => post !== null)
}

/** Stores the media of a post, as far as they are available, and returns the post; null if it has none to show. */
async function storePostMedia(
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

/** Whether the platform withholds the video. Its poster is stored as its media then. */
function isWithheld({ media, thumbnail }: ItemMedia): boolean {
  return media.platformUrl === thumbnail?.platformUrl
}

/** Counts of the media of one import. */
export interface MediaReport {
  /** Distinct URLs that were fetched and stored. */
  stored: number
  /** Files of an earlier import that were used again. */
  reused: number
  /** Distinct URLs that could not be fetched or stored. */
  notStored: Array<{ reason: string; count: number }>
}

export interface MediaRequest {
  media: Media
  /** The folder of relative paths; null to allow only web addresses. */
  folder: string | null
  /** The media that an earlier import stored for the same item. */
  known: Media | null
  /** Whether to fetch known media again. The known file stays if the content is the same. */
  refetch?: boolean
  /** Whether only a picture is accepted. */
  picture: boolean
}

export type MediaIntake = ReturnType<typeof createMediaIntake>

/** The media store, as one account sees it. */
interface AccountMedia {
  put(content: Content, known: StoredFile | null): Promise<StoredFile>
  has(file: StoredFile): Promise<boolean>
}

/** Creates the intake of one import, which stores each URL once. */
export function createMediaIntake(store: AccountMedia, source: MediaSource) {
  const taken = new Map<string, Promise<Media>>()
  const reasons = new Map<string, number>()
  let stored = 0
  let reused = 0

  function miss(media: Media, reason: string): Media {
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
    return { ...media, file: null }
  }

  async function fetchAndStore({ media, folder, known }: MediaRequest): Promise<Media> {
    try {
      const file = await store.put(source(media.platformUrl, folder), known?.file ?? null)
      stored += 1
      return { ...media, file }
    } catch (error) {
      return miss(media, reasonOf(error))
    }
  }

  return {
    /**
     * Stores the media and returns them; without a file if that failed, or null if a client could not load the platform's
     * URL either.
     */
    async take(request: MediaRequest): Promise<Media | null> {
      const { media, folder, known, picture } = request
      if (!request.refetch && known?.file && (await store.has(known.file))) {
        reused += 1
        return known
      }
      const key = JSON.stringify([folder, media.platformUrl])
      const work = taken.get(key) ?? fetchAndStore(request)
      taken.set(key, work)
      const found = await work
      const unfit = picture && found.file?.extension === 'mp4'
      const result = unfit ? miss(media, 'not a picture') : found
      return result.file || isWebAddress(result.platformUrl) ? result : null
    },
    report: (): MediaReport => ({
      stored,
      reused,
      notStored: [...reasons].map(([reason, count]) => ({ reason, count })),
    }),
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof MediaUnavailable) return error.message
  if (error instanceof RejectedMedia) return error.reason
  throw error
}
