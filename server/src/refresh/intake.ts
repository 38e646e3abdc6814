import type { Media, StoredChild, StoredFile, StoredPost } from '@photofeed/core'
import { concurrentMap } from '@photofeed/core/node'
import { MediaStoreProblem, RejectedMedia } from '../media/file-store.ts'
import { mediaKey, originalPath } from '../media/media-keys.ts'
import type { FileOwner, MediaStore } from '../media/media-store.ts'
import { isWebAddress, type PlatformPost } from '../platform/platform-schema.ts'
import type { ImportedPost } from '../stores/engine/stored-documents.ts'
import { type Download, download, MediaUnavailable } from './download.ts'
import { type ItemMedia, isWithheldVideo, mapPost } from './mapping.ts'

interface MediaReport {
  /** Distinct URLs that were fetched and stored. */
  stored: number
  /** Distinct URLs that could not be fetched or stored. */
  notStored: Array<{ reason: string; count: number }>
}

interface IntakeParts extends Download {
  media: Pick<MediaStore, 'put' | 'list'>
  owner: FileOwner
  /** Whether to look for files that the store lacks, as after an outage; true by default. */
  checksFiles?: boolean
}

/** How many posts of an account have their files fetched at a time. Each account has its own: slow downloads hold up no other. */
const concurrency = 4

/** What is fetched for a post, by URL. */
type Taken = Map<string, Promise<Media>>

/** The way from responses of the platform to posts with stored media, for one import. It stores each URL of a post once. */
export class Intake {
  readonly #parts: IntakeParts
  readonly #notStored = new Map<string, number>()
  readonly #leftOut: Record<string, number> = {}
  /** The reasons by the paths of URLs. */
  readonly #rejected = new Map<string, string>()
  #stored = 0
  /** The files of the account that the store has. */
  #there: Promise<ReadonlySet<string | null> | null> | null = null

  constructor(parts: IntakeParts) {
    this.#parts = parts
  }

  readonly leaveOut = (part: string): void => {
    this.#leftOut[part] = (this.#leftOut[part] ?? 0) + 1
  }

  /** How many parts of the responses could not be read, by their names, such as `post.caption`, and how many files can never be stored. */
  get leftOut(): Readonly<Record<string, number>> {
    const all = { ...this.#leftOut }
    for (const reason of this.#rejected.values()) {
      all[`file.${reason}`] = (all[`file.${reason}`] ?? 0) + 1
    }
    return all
  }

  report(): MediaReport {
    const notStored = [...this.#notStored].map(([reason, count]) => ({ reason, count }))
    return { stored: this.#stored, notStored }
  }

  /** Stores the media of posts and returns the posts. Leaves out those without any media to show. */
  async takePosts(
    posts: readonly PlatformPost[],
    known: ReadonlyMap<string, StoredPost>,
  ): Promise<ImportedPost[]> {
    const taken = await concurrentMap(posts, concurrency, async (listed) => {
      const stored = known.get(listed.id)
      const post = mapPost(listed, { stored, leaveOut: this.leaveOut })
      return post && (await this.#takePost(post, stored))
    })
    return taken.filter((post) => post !== null)
  }

  /** Stores the picture of a profile; returns null without one. */
  async takePicture(picture: Media | null, known: Media | null) {
    // The URL has a new signature each time, so only the content shows whether the picture changed.
    return picture && this.#toShow(await this.#fetch(picture, known), true)
  }

  /** Stores the media of a post, as far as they are available, and returns the post; null if it has none to show. */
  async #takePost(post: ImportedPost, known: StoredPost | undefined): Promise<ImportedPost | null> {
    const knownChild = (id?: string) => known?.children.find((child) => child.id === id)
    // Each URL once. Posts never share a file: one is deleted with its post.
    const taken: Taken = new Map()
    const children: StoredChild[] = []
    for (const child of post.children) {
      const stored = await this.#takeItem(child, knownChild(child.id), taken)
      if (stored) children.push({ ...child, ...stored })
    }
    // An album's own media is that of its first child, and changes when the owner removes that one. The file of the new
    // first child is used then: the same picture stored again would have another URL.
    const first = post.children[0]?.id
    const before = known?.children[0]?.id === first ? known : knownChild(first)
    const own = await this.#takeItem(post, before, taken)
    const media = own?.media ?? children[0]?.media
    return media ? { ...post, children, media, thumbnail: own?.thumbnail ?? null } : null
  }

  async #takeItem(
    item: Pick<ImportedPost, 'mediaType' | 'media' | 'thumbnail'>,
    known: ItemMedia | undefined,
    taken: Taken,
  ): Promise<ItemMedia | null> {
    const thumbnail =
      item.thumbnail && (await this.#take(item.thumbnail, known?.thumbnail ?? null, true, taken))
    const isPicture = item.mediaType === 'IMAGE' || isWithheldVideo(item)
    const before = known && isWithheldVideo(known) === isWithheldVideo(item) ? known.media : null
    const media = (await this.#take(item.media, before, isPicture, taken)) ?? thumbnail
    return media && { media, thumbnail }
  }

  /** Returns the known media if their file is stored; otherwise stores the media. */
  async #take(
    media: Media,
    known: Media | null,
    isPicture: boolean,
    taken: Taken,
  ): Promise<Media | null> {
    if (known?.file && (await this.#isThere(known.file))) return known
    const { platformUrl } = media
    const fetching = taken.get(platformUrl) ?? this.#fetch(media, known)
    taken.set(platformUrl, fetching)
    return this.#toShow(await fetching, isPicture)
  }

  /** Lists the store once, with the first file that should be there. */
  async #isThere(file: StoredFile): Promise<boolean> {
    const { media, owner, checksFiles = true } = this.#parts
    if (!checksFiles) return true
    // A store that is down is no reason to download everything again.
    this.#there ??= media.list(owner.mediaId).catch((error: unknown) => {
      if (error instanceof MediaStoreProblem) return null
      throw error
    })
    return (await this.#there)?.has(mediaKey(originalPath(file))) ?? true
  }

  /** Stores the media; the known file stays if the content is the same. Returns them without a file if that fails. */
  async #fetch(media: Media, known: Media | null): Promise<Media> {
    const before = known?.rejected
    // The same file has another signature each time, and may come from another host.
    if (known && before !== undefined && pathOf(known) === pathOf(media)) {
      return this.#reject(media, before)
    }
    try {
      const { media: store, owner, signal } = this.#parts
      const content = download(media.platformUrl, this.#parts)
      const file = await store.put(owner, content, { known: known?.file ?? null, signal })
      this.#stored += 1
      return { ...media, file }
    } catch (error) {
      if (error instanceof RejectedMedia)
        return this.#reject(this.#miss(media, error.reason), error.reason)
      if (error instanceof MediaUnavailable) return this.#miss(media, error.message)
      throw error
    }
  }

  #miss(media: Media, reason: string): Media {
    this.#notStored.set(reason, (this.#notStored.get(reason) ?? 0) + 1)
    return { ...media, file: null }
  }

  /** Remembers what is not downloaded again as long as the platform has the same file. */
  #reject(media: Media, reason: string): Media {
    this.#rejected.set(pathOf(media), reason)
    return { ...media, file: null, rejected: reason }
  }

  /** Returns null if a client could load neither a file nor the platform's URL. */
  #toShow(media: Media, isPicture: boolean): Media | null {
    const isUnfit = isPicture && media.file?.extension === 'mp4'
    const reason = 'not a picture'
    const shown = isUnfit ? this.#reject(this.#miss(media, reason), reason) : media
    return shown.file || isWebAddress(shown.platformUrl) ? shown : null
  }
}

const pathOf = ({ platformUrl }: Media) => URL.parse(platformUrl)?.pathname ?? platformUrl
