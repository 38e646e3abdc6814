import { describe, expect, it } from 'vitest'
import { postBody } from '../../test/support/account-body.ts'
import type { Child, Post, Sizes } from '../index.ts'
import { imageProps } from './index.ts'

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
const sizes: Sizes = {
  320: `${cdn}/320/1.jpg`,
  768: `${cdn}/768/1.jpg`,
  960: `${cdn}/960/1.jpg`,
  1200: `${cdn}/1200/1.jpg`,
}
const srcset = `${cdn}/320/1.jpg 320w, ${cdn}/768/1.jpg 768w, ${cdn}/960/1.jpg 960w, ${cdn}/1200/1.jpg 1200w`

describe('a picture with sizes', () => {
  it('has every width, and 768 for what does not choose', () => {
    expect(imageProps({ ...image, sizes })).toEqual({
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
    expect(imageProps({ ...image, sizes: wider })?.srcset).toBe(
      `${cdn}/64/1.jpg 64w, ${srcset}, ${cdn}/2048/1.jpg 2048w`,
    )
  })

  it.each([
    [1, 320],
    [320, 320],
    [321, 768],
    [1200, 1200],
    [5000, 1200],
  ])('asked for %i pixels has a src of %i', (asked, given) => {
    expect(imageProps({ ...image, sizes }, { width: asked })).toMatchObject({
      src: `${cdn}/${given}/1.jpg`,
      width: given,
      srcset,
    })
  })

  it('takes its place in the layout from the options', () => {
    expect(imageProps({ ...image, sizes }, { sizes: '33vw' })?.sizes).toBe('33vw')
  })

  it('names its address last, after what decides how it loads', () => {
    expect(Object.keys(imageProps({ ...image, sizes }) ?? {}).at(-1)).toBe('src')
    expect(Object.keys(imageProps(image) ?? {}).at(-1)).toBe('src')
  })
})

const plain = { loading: 'lazy', decoding: 'async', referrerpolicy: 'no-referrer' }

describe('a picture without sizes', () => {
  it('is the one that there is, asked for without a referrer', () => {
    expect(imageProps(image, { sizes: '33vw', width: 320 })).toEqual({
      src: `${cdn}/1.jpg`,
      alt: 'First light',
      ...plain,
    })
  })

  it.each<[string, Post | Child, string | null]>([
    ['a video is its poster', video, `${cdn}/poster.jpg`],
    ['a video without a poster is none', { ...video, thumbnailUrl: null }, null],
    [
      'an expiring video without a poster is none',
      { ...video, thumbnailUrl: null, mediaUrl: 'https://platform.example/v.mp4?oe=6F&oh=1.jpg' },
      null,
    ],
    [
      'a withheld video is what stands in its place',
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
      'an album of which only a video is known is none',
      { ...album, mediaUrl: `${cdn}/2.mp4` },
      null,
    ],
    ['a child is itself', child, `${cdn}/1.jpg`],
    ['a video child without a poster is none', videoChild, null],
  ])('of %s', (_, item, src) => {
    expect(imageProps(item)?.src ?? null).toBe(src)
  })
})

describe('the alternative', () => {
  it.each<[string, Post | Child, string]>([
    ['the text of the post', { ...image, altText: ' A boat ' }, 'A boat'],
    ['the caption when that text is blank', { ...image, altText: ' ' }, 'First light'],
    ['the kind when the caption says nothing', { ...image, caption: '#harbour' }, 'Photo'],
    ['the kind of a video', { ...video, caption: null }, 'Video'],
    ['the kind of an album', { ...album, caption: '' }, 'Album'],
    ['the kind of a child', child, 'Photo'],
  ])('is %s', (_, item, alt) => {
    expect(imageProps(item)?.alt).toBe(alt)
  })

  it('is never empty, also for a type that this version does not know', () => {
    const later = { ...image, caption: null, mediaType: 'STORY' as Post['mediaType'] }
    expect(imageProps(later)?.alt).toBe('Post')
  })

  it('is what the options say, also nothing', () => {
    expect(imageProps(image, { alt: 'Third of four' })?.alt).toBe('Third of four')
    expect(imageProps(image, { alt: '' })?.alt).toBe('')
  })
})
