import { describe, expect, it } from 'vitest'
import { accountBody } from '../../test/support/account-body.ts'
import type { Connection, Post } from '../index.ts'
import { type FeedPageData, PhotoFeedElement, renderFeed } from './index.ts'

const fresh: Connection = {
  status: 'ready',
  stale: false,
  explanation: null,
  lastFetchedAt: '2026-03-01T06:00:00+00:00',
}

function pageOf(changes: Partial<Post>[], page: Partial<FeedPageData> = {}): FeedPageData {
  const { posts, pagination } = accountBody(changes.map((_, index) => `${index + 1}`))
  const changed = posts.map((post, index) => ({ ...post, ...changes[index] }))
  return { posts: changed, pagination, connection: fresh, ...page }
}

/** The markup of the places, without template and styles. */
function placesOf(page: FeedPageData, columns?: number) {
  return renderFeed(page, { columns }).replace(/^.*<\/style>|<\/template>$/gs, '')
}

/** The markup of one post. */
function cardOf(post: Partial<Post>, columns?: number) {
  return /<li.*<\/li>/.exec(placesOf(pageOf([post]), columns))?.[0]
}

const image =
  '<img part="image" alt="Photo" loading="lazy" decoding="async" referrerpolicy="no-referrer" src="https://cdn.example/1.jpg">'
const date = '<time part="date" datetime="2026-02-28T17:45:10+00:00">Feb 28, 2026</time>'
const link = '<a part="link" href="https://platform.example/p/1/" rel="noopener">'

describe('the markup', () => {
  it('is a declared shadow root with its styles', () => {
    expect(renderFeed(pageOf([]))).toMatch(
      /^<template shadowrootmode="open"><style>[^<]+<\/style><p id="status".*<\/template>$/s,
    )
  })

  it('has a place for each part of the view', () => {
    const page = pageOf([{}], {
      pagination: { nextCursor: 'n"1', prevCursor: null, hasMore: true, perPage: 1 },
      connection: { ...fresh, status: 'invalid_token', stale: true, explanation: 'Reconnect.' },
    })
    expect(placesOf(page)).toBe(
      '<p id="status" class="hidden" role="status"></p>' +
        '<div id="notice"><div part="notice">Reconnect. Last updated <time datetime="2026-03-01T06:00:00+00:00">Mar 1, 2026</time>.</div></div>' +
        `<ul id="cards" part="list" role="list"><li part="card">${link}<span part="frame">${image}</span><span part="text">${date}</span></a></li></ul>` +
        '<div id="end"><button type="button" part="button" name="load" value="n&quot;1">Load more</button></div>',
    )
  })

  it('is the same after JSON', () => {
    const page = pageOf([{ caption: 'A' }, { mediaType: 'VIDEO' }])
    expect(renderFeed(JSON.parse(JSON.stringify(page)))).toBe(renderFeed(page))
  })

  it('says why there are no posts', () => {
    expect(placesOf(pageOf([]))).toContain('No posts yet.')
    const importing = { ...fresh, status: 'importing', lastFetchedAt: null } as const
    expect(placesOf(pageOf([], { connection: importing }))).toContain(
      '<p>The first import takes a few minutes.</p><button type="button" part="button" name="load" value="">Look again</button>',
    )
  })
})

describe('a card', () => {
  it('lets the caption be heard once', () => {
    expect(cardOf({ caption: 'Bread' })).toContain(
      '<span part="caption" dir="auto" aria-hidden="true">Bread',
    )
    expect(cardOf({ caption: 'Bread', altText: 'A loaf' })).toContain(
      '<span part="caption" dir="auto">Bread',
    )
  })

  it('tells how many items an album has', () => {
    const item = { ...pageOf([{}]).posts[0], caption: null, altText: null, mediaType: 'IMAGE' }
    const children = [item, item] as NonNullable<Post['children']>
    expect(cardOf({ mediaType: 'CAROUSEL_ALBUM', children })).toContain(
      '<span part="mark" class="stack"><span class="hidden">Album, items: </span>2</span>',
    )
    expect(cardOf({ mediaType: 'CAROUSEL_ALBUM' })).toContain(
      '<span part="mark" class="stack"><span class="hidden">Album</span></span>',
    )
  })

  it('has a button for a video, and the link beside it', () => {
    const post = {
      mediaType: 'VIDEO',
      mediaUrl: 'https://cdn.example/1.mp4',
      caption: 'Rain',
    } as const
    expect(cardOf(post)).toBe(
      '<li part="card"><span part="frame"><button type="button" part="play" name="play" value="https://cdn.example/1.mp4" aria-label="Play video: Rain"><span part="missing" role="img" aria-label="Rain"></span><span class="triangle"></span></button></span>' +
        `${link}<span part="text">${date}<span part="caption" dir="auto">Rain</span></span></a></li>`,
    )
  })

  it('leads to the platform for a video that is withheld', () => {
    expect(cardOf({ mediaType: 'VIDEO' })).toContain(
      '<span part="mark" class="triangle"><span class="hidden">Video</span></span>',
    )
  })

  it('tells how wide its picture is by the columns', () => {
    const widths = [320, 768, 960, 1200].map((width) => [
      width,
      `https://cdn.example/${width}/1.jpg`,
    ])
    const sizes = Object.fromEntries(widths)
    expect(cardOf({ sizes }, 4)).toContain(
      'sizes="(min-width: 64rem) 25vw, (min-width: 32rem) 50vw, 100vw"',
    )
  })

  it('does without a date that is none', () => {
    expect(cardOf({ timestamp: 'soon' })).toContain('<span part="text"></span>')
  })
})

describe('hostile data', () => {
  const attack = `"><img src=x onerror=alert(1)><script>alert(1)</script>'`

  it('stays text', () => {
    const page = pageOf([{ caption: attack, altText: attack, timestamp: attack, id: attack }], {
      connection: { ...fresh, stale: true, explanation: attack, lastFetchedAt: attack },
      pagination: { nextCursor: attack, prevCursor: null, hasMore: true, perPage: 1 },
    })
    const tags = placesOf(page).match(/<[^>]*>/g) ?? []
    expect(tags.filter((tag) => /^<script|onerror=alert\(1\)(?!&gt;)/.test(tag))).toEqual([])
    expect(tags.filter((tag) => tag.startsWith('<img'))).toHaveLength(1)
  })

  it('is never an address', () => {
    for (const evil of ['javascript:alert(1)', 'data:text/html,x', ' javascript:x']) {
      const urls = { permalink: evil, mediaUrl: evil, thumbnailUrl: evil }
      const sizes = { 320: evil, 768: evil, 960: evil, 1200: evil }
      expect(
        placesOf(pageOf([urls, { ...urls, sizes }, { ...urls, mediaType: 'VIDEO' }])),
      ).not.toMatch(/(href|src|srcset|value)="/)
      expect(cardOf({ sizes })).not.toContain('srcset')
    }
  })
})

it('is imported on a server, where there are no elements', () => {
  expect(globalThis.customElements).toBeUndefined()
  expect(PhotoFeedElement.observedAttributes).toEqual(['src', 'key', 'api-key', 'limit'])
})
