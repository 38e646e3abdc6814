import type { Child, Post, Sizes } from '../index.ts'
import { alternative } from './alternative.ts'
import { pictureUrl } from './picture-url.ts'

/** How the picture will be shown. */
export interface ImageOptions {
  /**
   * The picture's width in your layout, as in the HTML attribute: `(min-width: 60rem) 33vw, 100vw`.
   * Unused without a `srcset`. @default '100vw'
   */
  readonly sizes?: string | undefined
  /**
   * The width of `src` in pixels: the narrowest picture at least this wide, else the widest.
   * Browsers choose from `srcset`; `src` is for what does not read it. @default 768
   */
  readonly width?: number | undefined
  /** Replaces the text alternative. `''` marks a picture that only decorates. */
  readonly alt?: string | undefined
}

/** Attributes of an `<img>`, by their HTML names. A height is never among them: the API has none. */
export interface ImageProps {
  src: string
  /** The text of the post, or its caption's first line, or `Photo`, `Video` or `Album`. */
  alt: string
  loading: 'lazy'
  decoding: 'async'
  /** Every width that the service offers, narrowest first. Premium, and only for stored media. */
  srcset?: string
  /** Present with `srcset`. */
  sizes?: string
  /** The true width of `src` in pixels. Present with `srcset`. */
  width?: number
  /**
   * Only without `srcset`: such a picture may lie on the platform's own host, which need not learn
   * where it is shown.
   */
  referrerpolicy?: 'no-referrer'
}

const usualWidth: keyof Sizes = 768

/**
 * The attributes of the picture that stands for a post or an album's item. Of a VIDEO it is the
 * poster; of an album the first item.
 *
 * @returns null when there is no picture: a VIDEO without a poster, or an album of such
 * @example Plain DOM
 * ```ts
 * const props = imageProps(post, { sizes: '(min-width: 60rem) 33vw, 100vw' })
 * const image = document.createElement('img')
 * for (const [name, value] of Object.entries(props ?? {})) image.setAttribute(name, String(value))
 * ```
 * @example React has names of its own for two of them
 * ```tsx
 * const props = imageProps(post)
 * if (!props) return <p>{post.caption}</p>
 * const { srcset, referrerpolicy, ...others } = props
 * return <img srcSet={srcset} referrerPolicy={referrerpolicy} {...others} />
 * ```
 * @example next/image, in a client component: the service resizes, so Next does not have to
 * ```tsx
 * const loader = ({ src, width }) => imageProps(post, { width })?.src ?? src
 * return <Image fill sizes="100vw" loader={loader} src={props.src} alt={props.alt} />
 * ```
 */
export function imageProps(item: Post | Child, options: ImageOptions = {}): ImageProps | null {
  const pictures = byWidth(item.sizes)
  const wanted = options.width ?? usualWidth
  const chosen = pictures.find(([width]) => width >= wanted) ?? pictures.at(-1)
  const src = chosen ? chosen[1] : pictureUrl(item)
  if (src === null) return null
  return {
    alt: options.alt ?? alternative(item),
    loading: 'lazy',
    decoding: 'async',
    ...(chosen
      ? {
          srcset: pictures.map(([width, url]) => `${url} ${width}w`).join(', '),
          sizes: options.sizes ?? '100vw',
          width: chosen[0],
        }
      : { referrerpolicy: 'no-referrer' }),
    // Last: set one by one on an element, the address must come after what decides how it loads.
    src,
  }
}

function byWidth(sizes: Sizes | null | undefined) {
  return Object.entries<string>({ ...sizes })
    .map(([width, url]) => [Number(width), url] as const)
    .sort(([a], [b]) => a - b)
}
