import type { Child, Post, Sizes } from '../generated/resources.ts'
import { altText } from './alt-text.ts'

/** How the picture will be displayed. */
interface ImageOptions {
  /** The picture's width in your layout, as in HTML: `(min-width: 60rem) 33vw, 100vw`. @default '100vw' */
  readonly sizes?: string | undefined
  /** The width of `src` in pixels: the narrowest picture at least this wide, else the widest. @default 768 */
  readonly width?: number | undefined
  /** Replaces the text alternative. `''` marks a decorative picture. */
  readonly alt?: string | undefined
}

/** Attributes of an `<img>` by their HTML names. There is no height: the API has none. */
export interface ImageAttributes {
  /** The text of the post, or its caption's first line, or `Photo`, `Video` or `Album`. */
  alt: string
  loading: 'lazy'
  decoding: 'async'
  /** Every width that the service offers, narrowest first. Missing on Free and for media that is not stored. */
  srcset?: string
  /** Present with `srcset`. */
  sizes?: string
  /** The true width of `src` in pixels. Present with `srcset`. */
  width?: number
  /** Only without `srcset`: such a picture may be on the platform's host, which then does not get the URL of your page. */
  referrerpolicy?: 'no-referrer'
  src: string
}

/** Props of an `<img>` in React: {@link ImageAttributes} with React's names. */
type ImageProps = Omit<ImageAttributes, 'srcset' | 'referrerpolicy'> & {
  srcSet?: string
  referrerPolicy?: 'no-referrer'
}

/** Props of `next/image`. */
type NextImageProps = { src: string; alt: string } & (
  | { loader: (picture: { readonly src: string; readonly width: number }) => string }
  | { unoptimized: true; referrerPolicy: 'no-referrer' }
)

/**
 * Returns the attributes of the picture of a post or an album's item: of a VIDEO its poster, of an album the first item. Null
 * when there is none, as of a VIDEO without a poster.
 *
 * @example
 * const image = document.createElement('img')
 * const attributes = imageAttributes(post, { sizes: '(min-width: 60rem) 33vw, 100vw' })
 * for (const [name, value] of Object.entries(attributes ?? {})) image.setAttribute(name, String(value))
 */
export function imageAttributes(
  item: Post | Child,
  options: ImageOptions = {},
): ImageAttributes | null {
  const { pictures, src, width } = choose(item, options.width ?? (768 satisfies keyof Sizes))
  if (src === null) return null
  return {
    alt: options.alt ?? altText(item),
    loading: 'lazy',
    decoding: 'async',
    ...(width === null
      ? { referrerpolicy: 'no-referrer' }
      : {
          sizes: options.sizes ?? '100vw',
          srcset: pictures.map(([each, url]) => `${url} ${each}w`).join(', '),
          width,
        }),
    // Last, because an element starts to load when one of them is set, in WebKit even before it is inserted.
    src,
  }
}

/**
 * Returns the props of a React `<img>`; null when there is no picture. See {@link imageAttributes}.
 *
 * @example
 * ```tsx
 * const props = imageProps(post)
 * return props ? <img {...props} /> : <p>{post.caption}</p>
 * ```
 */
export function imageProps(item: Post | Child, options?: ImageOptions): ImageProps | null {
  const attributes = imageAttributes(item, options)
  if (!attributes) return null
  const { srcset, referrerpolicy, ...props } = attributes
  return {
    ...props,
    ...(srcset !== undefined && { srcSet: srcset }),
    ...(referrerpolicy && { referrerPolicy: referrerpolicy }),
  }
}

/**
 * Returns the props of `next/image` with a loader that selects from the widths of the service; null when there is no picture.
 * Add `fill` and `sizes`, or `width` and `height`. A loader is a function: use it in a client component.
 *
 * @example
 * ```tsx
 * const props = nextImageProps(post)
 * return props && <Image {...props} fill sizes="33vw" />
 * ```
 */
export function nextImageProps(item: Post | Child, options?: ImageOptions): NextImageProps | null {
  const attributes = imageAttributes(item, options)
  if (!attributes) return null
  const { src, alt, width } = attributes
  if (width === undefined) return { src, alt, unoptimized: true, referrerPolicy: 'no-referrer' }
  return {
    // Next warns of a loader that returns `src` unchanged.
    src: `${src}#photofeed`,
    alt,
    loader: (picture) => choose(item, picture.width).src ?? src,
  }
}

function choose(item: Post | Child, wanted: number) {
  const pictures = Object.entries<string>({ ...item.sizes })
    .map(([width, url]) => [Number(width), url] as const)
    .sort(([a], [b]) => a - b)
  const chosen = pictures.find(([width]) => width >= wanted) ?? pictures.at(-1)
  const [width, src] = chosen ?? [null, findPictureUrl(item)]
  return { pictures, width, src }
}

/** Returns the picture of a post without `sizes`: of an album that opens with a video, the first one among its items. */
function findPictureUrl(item: Post | Child): string | null {
  if (item.thumbnailUrl !== null) return item.thumbnailUrl
  if (!isVideoFile(item.mediaUrl)) return item.mediaUrl
  const children = 'children' in item ? (item.children ?? []) : []
  return children.map(findPictureUrl).find((url) => url !== null) ?? null
}

/** Whether a URL is that of a video file. A withheld video has a picture's URL instead (2.2). */
export function isVideoFile(url: string): boolean {
  return /\.mp4($|[?#])/i.test(url)
}
