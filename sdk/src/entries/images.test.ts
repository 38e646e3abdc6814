import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { postBody } from '../../test/support/account-body.ts'
import { imageAttributes, imageProps, nextImageProps } from './images.ts'
import type { Child, Post } from './index.ts'

const cdn = 'https://cdn.example'

const image: Post = { ...postBody('1'), caption: 'First light #harbour' }
const video: Post = {
  ...image,
  mediaType: 'VIDEO',
  mediaUrl: `${cdn}/1.mp4`,
  thumbnailUrl: `${cdn}/poster.jpg`,
}
const album: Post = { ...image, mediaType: 'CAROUSEL_ALBUM' }
const child: Child = {
  ...image,
  caption: null,
  altText: null,
  mediaType: 'IMAGE',
  likeCount: null,
  commentsCount: null,
}
const videoChild: Child = { ...child, mediaType: 'VIDEO', mediaUrl: `${cdn}/2.mp4`, sizes: null }
const sizes: NonNullable<Post['sizes']> = {
  320: `${cdn}/320/1.jpg`,
  768: `${cdn}/768/1.jpg`,
  960: `${cdn}/960/1.jpg`,
  1200: `${cdn}/1200/1.jpg`,
}
const srcset = `${cdn}/320/1.jpg 320w, ${cdn}/768/1.jpg 768w, ${cdn}/960/1.jpg 960w, ${cdn}/1200/1.jpg 1200w`

describe('a picture with sizes', () => {
  it('has every width, and 768 for what does not read srcset', () => {
    expect(imageAttributes({ ...image, sizes })).toEqual({
      src: `${cdn}/768/1.jpg`,
      srcset,
      sizes: '100vw',
      width: 768,
      loading: 'lazy',
      decoding: 'async',
      alt: 'First light',
    })
  })

  it('has the widths in order, also those that this version does not know', () => {
    const wider = { 2048: `${cdn}/2048/1.jpg`, ...sizes, 64: `${cdn}/64/1.jpg` }
    expect(imageAttributes({ ...image, sizes: wider })?.srcset).toBe(
      `${cdn}/64/1.jpg 64w, ${srcset}, ${cdn}/2048/1.jpg 2048w`,
    )
  })

  it.each([
    [1, 320],
    [320, 320],
    [321, 768],
    [1200, 1200],
    [5000, 1200],
  ])('with the width %i has a src of %i', (width, chosen) => {
    expect(imageAttributes({ ...image, sizes }, { width })).toMatchObject({
      src: `${cdn}/${chosen}/1.jpg`,
      width: chosen,
      srcset,
    })
  })

  it('takes its width in the layout from the options', () => {
    expect(imageAttributes({ ...image, sizes }, { sizes: '33vw' })?.sizes).toBe('33vw')
  })

  it('has its URL last, after what decides how it loads', () => {
    expect(Object.keys(imageAttributes({ ...image, sizes }) ?? {}).at(-1)).toBe('src')
    expect(Object.keys(imageAttributes(image) ?? {}).at(-1)).toBe('src')
  })
})

const plain = { loading: 'lazy', decoding: 'async', referrerpolicy: 'no-referrer' }

describe('a picture without sizes', () => {
  it('is the only one, requested without a referrer', () => {
    expect(imageAttributes(image, { sizes: '33vw', width: 320 })).toEqual({
      src: `${cdn}/1.jpg`,
      alt: 'First light',
      ...plain,
    })
  })

  it.each<[string, Post | Child, string | null]>([
    ['a video is its poster', video, `${cdn}/poster.jpg`],
    ['a video without a poster is missing', { ...video, thumbnailUrl: null }, null],
    [
      'an expiring video without a poster is missing',
      { ...video, thumbnailUrl: null, mediaUrl: 'https://platform.example/v.mp4?oe=6F&oh=1.jpg' },
      null,
    ],
    [
      'a withheld video is the picture that the service returns instead',
      { ...video, thumbnailUrl: null, mediaUrl: `${cdn}/withheld.jpg` },
      `${cdn}/withheld.jpg`,
    ],
    ['an album is its first item', album, `${cdn}/1.jpg`],
    [
      'an album that opens with a video is its poster',
      {
        ...album,
        mediaUrl: `${cdn}/2.mp4`,
        children: [{ ...videoChild, thumbnailUrl: `${cdn}/2.jpg` }, child],
      },
      `${cdn}/2.jpg`,
    ],
    [
      'an album that opens with a video without a poster is its next item',
      { ...album, mediaUrl: `${cdn}/2.mp4`, children: [videoChild, child] },
      `${cdn}/1.jpg`,
    ],
    [
      'an album of which only a video is known is missing',
      { ...album, mediaUrl: `${cdn}/2.mp4` },
      null,
    ],
    ['a child is itself', child, `${cdn}/1.jpg`],
    ['a video child without a poster is missing', videoChild, null],
  ])('of %s', (_, item, src) => {
    expect(imageAttributes(item)?.src ?? null).toBe(src)
  })
})

it('the text alternative is that of the post unless the options replace it, also by nothing', () => {
  expect(imageAttributes(image)?.alt).toBe('First light')
  expect(imageAttributes(image, { alt: 'Third of four' })?.alt).toBe('Third of four')
  expect(imageAttributes(image, { alt: '' })?.alt).toBe('')
})

describe('the props of React', () => {
  it('are the attributes with the names of React', () => {
    expect(imageProps({ ...image, sizes }, { sizes: '33vw', width: 320, alt: '' })).toEqual({
      src: `${cdn}/320/1.jpg`,
      srcSet: srcset,
      sizes: '33vw',
      width: 320,
      loading: 'lazy',
      decoding: 'async',
      alt: '',
    })
    expect(imageProps(image)).toEqual({
      src: `${cdn}/1.jpg`,
      alt: 'First light',
      loading: 'lazy',
      decoding: 'async',
      referrerPolicy: 'no-referrer',
    })
    expect(imageProps({ ...video, thumbnailUrl: null })).toBeNull()
  })

  it('are rendered by React without a warning', () => {
    const warn = vi.spyOn(console, 'error').mockImplementation(() => {})
    const html = renderToStaticMarkup(createElement('img', imageProps({ ...image, sizes })))
    const plain = renderToStaticMarkup(createElement('img', imageProps(image)))
    expect(warn).not.toHaveBeenCalled()
    warn.mockRestore()
    expect(html).toContain(`srcSet="${srcset}"`)
    expect(plain).toContain('referrerPolicy="no-referrer"')
  })
})

describe('the props of next/image', () => {
  it('have a loader that chooses a width of the service', () => {
    const props = nextImageProps({ ...image, sizes }, { alt: 'Third of four' })
    expect(props).toEqual({
      src: `${cdn}/768/1.jpg#photofeed`,
      alt: 'Third of four',
      loader: expect.any(Function),
    })
    const { src, loader } = props as Extract<typeof props, { loader: unknown }>
    const widths = [16, 320, 384, 640, 768, 828, 1080, 1920, 3840]
    expect(widths.map((width) => loader({ src, width }))).toEqual(
      [320, 320, 768, 768, 768, 960, 1200, 1200, 1200].map((width) => `${cdn}/${width}/1.jpg`),
    )
    // Next calls the loader with a width and warns if it returns what it was given.
    for (const width of [400, 768]) expect(loader({ src, width })).not.toBe(src)
  })

  it('are not optimized without sizes, and null without a picture', () => {
    expect(nextImageProps(image)).toEqual({
      src: `${cdn}/1.jpg`,
      alt: 'First light',
      unoptimized: true,
      referrerPolicy: 'no-referrer',
    })
    expect(nextImageProps({ ...video, thumbnailUrl: null })).toBeNull()
  })
})
