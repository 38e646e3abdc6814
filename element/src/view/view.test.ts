import type { Connection, Post } from '@photofeed/sdk'
import { describe, expect, it, vi } from 'vitest'
import { accountBody } from '../../../sdk/test/support/account-body.ts'
import { options as rows } from '../../options.ts'
import { texts } from '../../test/texts.ts'
import { PhotoFeedElement } from '../entries/element.ts'
import { type PhotoFeedRenderOptions, renderFeed } from '../entries/render.ts'
import type { DisplayPage } from './context.ts'
import { element, toHtml } from './vnode.ts'

const fresh: Connection = {
  status: 'ready',
  stale: false,
  explanation: null,
  lastFetchedAt: '2026-03-01T06:00:00+00:00',
}

function pageOf(changes: Partial<Post>[], page: Partial<DisplayPage> = {}): DisplayPage {
  const { posts, pagination } = accountBody(changes.map((_, index) => `${index + 1}`))
  const changed = posts.map((post, index) => ({ ...post, ...changes[index] }))
  return { posts: changed, pagination, connection: fresh, ...page }
}

/** The HTML of the page, without template and styles. */
function contentOf(page: DisplayPage, options?: PhotoFeedRenderOptions) {
  return renderFeed(page, options).replace(/^.*<\/style>|<\/template>$/gs, '')
}

/** The HTML of one post. */
function cardOf(post: Partial<Post>, options?: PhotoFeedRenderOptions) {
  return /<li.*<\/li>/.exec(contentOf(pageOf([post]), options))?.[0]
}

const image =
  '<img part="image" fetchpriority="high" alt="Photo" loading="eager" decoding="async" referrerpolicy="no-referrer" src="https://cdn.example/1.jpg">'
const broken: Connection = {
  ...fresh,
  status: 'invalid_token',
  stale: true,
  explanation: 'Reconnect.',
}
const item = { id: 'i', mediaType: 'IMAGE', mediaUrl: 'https://cdn.example/i.jpg' }
const date = '<time part="date" datetime="2026-02-28T17:45:10+00:00">Feb 28, 2026</time>'
const link = '<a part="link" href="https://platform.example/p/1/" rel="noopener">'

/** What moves, with the blocks inside it. */
const moving =
  /@media \(prefers-reduced-motion:no-preference\)\s*\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/g

describe('what a server renders', () => {
  const page = pageOf([{}, {}])
  it.each(rows.filter(({ changes }) => changes === 'styles'))(
    'has the styles of $name',
    ({ name, kind, values = [] }) => {
      const property = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
      const given = kind === 'columns' ? [5] : kind === 'length' ? ['9px'] : values
      const rendered = [undefined, ...given].map((value) =>
        renderFeed(page, value === undefined ? {} : { [property]: value }),
      )
      // A visitor may prefer less motion.
      const still = rendered.map((html) => html.replaceAll(moving, ''))
      expect(still.filter((html) => /transition|animation/.test(html))).toEqual([])
      const least = kind === 'choice' ? values.length : 2
      expect(new Set(rendered).size).toBeGreaterThanOrEqual(least)
    },
  )
})

describe('the HTML', () => {
  it.each(['grid', 'tiles', 'list'] as const)(
    'names links and buttons, and has the same dates in every time zone, with each option in %s',
    (layout) => {
      const video = { mediaType: 'VIDEO', mediaUrl: 'https://cdn.example/1.mp4' } as const
      const kinds = [{}, { altText: null, caption: null }, video, { ...video, caption: null }]
      for (const { name, kind, values = [] } of rows) {
        const property = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
        for (const value of kind === 'choice' ? values : [true]) {
          const look = { layout, captions: 'below', counts: true, [property]: value } as const
          // A server has another time zone than the visitor, whose element keeps what it rendered.
          const [east = '', west] = ['Pacific/Kiritimati', 'America/Los_Angeles'].map((zone) => {
            vi.stubEnv('TZ', zone)
            return contentOf(pageOf(kinds), look)
          })
          expect(east, name).toBe(west)
          const nameless = [...east.matchAll(/<(a|button)\b([^>]*)>(.*?)<\/\1>/gs)].filter(
            ([, , attributes, inner = '']) =>
              !/(aria-label|alt)="[^"]/.test(`${attributes}${inner}`) &&
              inner.replaceAll(/<[^>]*>/g, '').trim() === '',
          )
          expect(nameless, name).toEqual([])
        }
      }
    },
  )

  it('is a declared shadow root with its styles', () => {
    expect(renderFeed(pageOf([]))).toMatch(
      /^<template shadowrootmode="open"><style>[^<]+<\/style><p id="status".*<\/template>$/s,
    )
  })

  it.each([
    ['grid', 'grid-template-columns:repeat(auto-fill'],
    ['tiles', 'grid-template-columns:repeat(var(--_columns)'],
    ['masonry', 'grid-auto-rows:1px'],
    ['carousel', 'scroll-snap-type'],
    ['list', 'subgrid'],
  ] as const)('has the styles of the layout %s only', (layout, own) => {
    const html = renderFeed(pageOf([]), { layout, columns: '1 600:2', gap: '2px' })
    const all = ['scroll-snap-type', 'subgrid', 'grid-auto-rows:1px', own]
    expect(all.filter((text) => html.includes(text))).toEqual(
      own.includes('repeat') ? [own] : [own, own],
    )
    expect(html).toContain(
      ':host{--_columns:1;--_gap:2px;container-type:inline-size;--_min:0px}@container (min-width:600px){#stage{--_columns:2}}</style>',
    )
  })

  it('has no styles of an option that is not valid', () => {
    const options = { columns: '2}*{', gap: '1px}*{' } as const
    expect(renderFeed(pageOf([]), options)).toBe(renderFeed(pageOf([])))
  })

  it('has a container for each part of the view', () => {
    const page = pageOf([{}], {
      pagination: { nextCursor: 'n"1', prevCursor: null, hasMore: true, perPage: 1 },
    })
    expect(contentOf(page)).toBe(
      '<p id="status" class="hidden" role="status"></p><div id="top"></div><div id="stage">' +
        `<button type="button" part="previous" name="previous" hidden="" aria-label="${texts.previousPost}"></button>` +
        `<ul id="cards" part="list" role="list"><li part="card" data-post="1">${link}<span part="frame">${image}</span><span part="text">${date}</span></a></li></ul>` +
        `<button type="button" part="next" name="next" hidden="" aria-label="${texts.nextPost}"></button></div>` +
        `<div id="end"><button type="button" part="button" name="load" value="n&quot;1">${texts.loadMore}</button></div>`,
    )
  })

  it('is the same after JSON', () => {
    const page = pageOf([{ caption: 'A' }, { mediaType: 'VIDEO' }])
    expect(renderFeed(JSON.parse(JSON.stringify(page)))).toBe(renderFeed(page))
  })

  it('explains why there are no posts', () => {
    expect(contentOf(pageOf([]))).toContain(
      `<div part="message"><slot name="empty"><p>${texts.empty}</p></slot><div id="owner"><slot></slot></div></div>`,
    )
    const importing = { ...fresh, status: 'importing', lastFetchedAt: null } as const
    expect(contentOf(pageOf([], { connection: importing }))).toContain(
      `<slot name="empty"><p>${texts.importing}</p></slot><div id="owner"><slot></slot></div><button type="button" part="button" name="load" value="">${texts.checkAgain}</button>`,
    )
  })

  it('contains the notice of a broken connection only for the owner', () => {
    const page = pageOf([], { connection: broken })
    expect(contentOf(page)).toContain('<div id="top"></div>')
    expect(contentOf(page, { ownerNotice: true })).toContain(
      `<div part="notice"><bdi>Reconnect.</bdi> ${texts.lastUpdated} <time datetime="2026-03-01T06:00:00+00:00">Mar 1, 2026</time>.</div>`,
    )
    const neverFetched = pageOf([], { connection: { ...broken, lastFetchedAt: null } })
    expect(contentOf(neverFetched, { ownerNotice: true })).toContain(
      '<div part="notice"><bdi>Reconnect.</bdi></div>',
    )
  })
})

describe('labels and language', () => {
  it('replaces every text', () => {
    const children = [item, item] as NonNullable<Post['children']>
    const page = pageOf(
      [
        {},
        { mediaType: 'VIDEO' },
        { mediaType: 'VIDEO', mediaUrl: 'https://cdn.example/1.mp4' },
        { mediaType: 'CAROUSEL_ALBUM' },
        { mediaType: 'CAROUSEL_ALBUM', children },
        { mediaType: 'STORY' },
      ],
      {
        connection: broken,
        pagination: { nextCursor: '1', prevCursor: null, hasMore: true, perPage: 1 },
      },
    )
    const labels = {
      photo: 'Foto',
      video: 'Film',
      album: 'Fotoalbum',
      post: 'Beitrag',
      albumItems: 'Fotoalbum mit {count} Bildern',
      playVideo: '{text} abspielen',
      loadMore: 'Mehr',
      notice: 'Bitte neu verbinden.',
      lastUpdated: 'Am {date} aktualisiert.',
      previousPost: 'Zurück',
      nextPost: 'Weiter',
    }
    const html = contentOf(page, { labels, lang: 'de', ownerNotice: true })
    const texts = [...html.matchAll(/(?:alt|aria-label)="([^"]*)|>([^<]+)/g)]
    expect(texts.map(([, attribute, text]) => attribute ?? text)).toEqual([
      ...['Bitte neu verbinden.', ' Am ', '01.03.2026', ' aktualisiert.', 'Zurück'],
      ...['Foto', '28.02.2026', 'Film', 'Film', '28.02.2026'],
      ...['Film abspielen', 'Film', '28.02.2026', 'Fotoalbum', 'Fotoalbum', '28.02.2026'],
      ...['Fotoalbum', 'Fotoalbum mit 2 Bildern', '2', '28.02.2026'],
      ...['Beitrag', '28.02.2026', 'Weiter', 'Mehr'],
    ])
  })

  it('uses the default for a label that is missing or no text', () => {
    const labels = { empty: undefined, loadMore: 5 } as never
    expect(contentOf(pageOf([]), { labels })).toContain(`<p>${texts.empty}</p>`)
  })

  it.each([
    ['fr', '28 févr. 2026'],
    ['pt-BR', '28 de fev. de 2026'],
    ['', 'Feb 28, 2026'],
    ['not a language', 'Feb 28, 2026'],
    ['x', 'Feb 28, 2026'],
  ])('formats dates in the language %j', (lang, text) => {
    expect(cardOf({}, { lang })).toContain(`>${text}</time>`)
  })
})

describe('a card', () => {
  it('lets screen readers read the caption once', () => {
    expect(cardOf({ caption: 'Bread' })).toContain(
      '<span part="caption" dir="auto" aria-hidden="true">Bread',
    )
    expect(cardOf({ caption: 'Bread', altText: 'A loaf' })).toContain(
      '<span part="caption" dir="auto">Bread',
    )
  })

  it('has the number of items of an album', () => {
    const children = [item, item] as NonNullable<Post['children']>
    expect(cardOf({ mediaType: 'CAROUSEL_ALBUM', children })).toContain(
      '<span part="mark" class="stack"><span class="hidden">Album, 2 items</span><span aria-hidden="true">2</span></span>',
    )
    expect(cardOf({ mediaType: 'CAROUSEL_ALBUM' })).toContain(
      '<span part="mark" class="stack"><span class="hidden">Album</span></span>',
    )
  })

  it('has a button for a video, and the link below it', () => {
    const post = {
      mediaType: 'VIDEO',
      mediaUrl: 'https://cdn.example/1.mp4',
      caption: 'Rain',
    } as const
    expect(cardOf(post)).toBe(
      `<li part="card" data-post="1"><span part="frame"><button type="button" part="play" name="play" value="https://cdn.example/1.mp4" aria-label="${texts.playVideo} Rain"><span part="missing" role="img" aria-label="Rain"></span><span class="triangle"></span></button></span>` +
        `${link}<span part="text">${date}<span part="caption" dir="auto">Rain</span></span></a></li>`,
    )
  })

  it('links to the platform when the video is withheld', () => {
    expect(cardOf({ mediaType: 'VIDEO' })).toContain(
      '<span part="mark" class="triangle"><span class="hidden">Video</span></span>',
    )
  })

  it.each([
    [
      { columns: 4 },
      '(min-width: 640px) 25vw, (min-width: 480px) 34vw, (min-width: 320px) 50vw, 100vw',
    ],
    [{ columns: '1 600:2 900:3' }, '(min-width: 900px) 34vw, (min-width: 600px) 50vw, 100vw'],
    [{ layout: 'tiles' }, '34vw'],
    [{ layout: 'list' }, '224px'],
  ] as const)('estimates the width of its picture from %j', (options, expected) => {
    const widths = [320, 768, 960, 1200].map((width) => [
      width,
      `https://cdn.example/${width}/1.jpg`,
    ])
    const sizes = Object.fromEntries(widths)
    expect(cardOf({ sizes }, options)).toContain(` sizes="${expected}"`)
    const html = contentOf(pageOf(Array(10).fill({ sizes })), options)
    expect(html).toContain(` loading="lazy"`)
    expect(html.match(/ sizes="[^"]*"/g)?.at(-1)).toBe(` sizes="auto, ${expected}"`)
  })

  it.each([
    [{}, 3],
    [{ columns: '2 600:5 900:4' }, 5],
    [{ layout: 'list' }, 2],
  ] as const)('is loaded at once in the first row of %j', (options, count) => {
    const html = contentOf(pageOf(Array(9).fill({})), options)
    expect(html.match(/fetchpriority="high" alt="Photo" loading="eager"/g)).toHaveLength(count)
    expect(html.match(/loading="lazy"/g)).toHaveLength(9 - count)
  })

  it('is only a picture among tiles', () => {
    const video = { mediaType: 'VIDEO', mediaUrl: 'https://cdn.example/1.mp4' } as const
    expect(cardOf({ caption: 'Bread' }, { layout: 'tiles' })).toBe(
      `<li part="card" data-post="1">${link}<span part="frame">${image.replace('"Photo"', '"Bread"')}</span></a></li>`,
    )
    expect(cardOf(video, { layout: 'tiles' })).toMatch(/^<li.*<\/button><\/span><\/li>$/)
  })

  it('omits an invalid date', () => {
    expect(cardOf({ timestamp: 'soon' })).toContain('<span part="text"></span>')
  })
})

describe('the header', () => {
  const { posts: _posts, pagination: _pagination, ...account } = accountBody()
  const headerOf = (changes: Partial<typeof account>, posts: Partial<Post>[] = [{}]) =>
    /<div id="header"[^>]*>(.*?)<\/div><div id="stage"/.exec(
      contentOf(pageOf(posts, { account: { ...account, ...changes } }), {
        showProfile: true,
        lang: 'de',
      }),
    )?.[1]

  it('has the profile, its numbers and a link', () => {
    const profile = {
      username: 'harbour',
      name: 'Harbour & Hearth',
      biography: 'Boats.',
      profilePictureUrl: 'https://cdn.example/1.jpg',
      mediaCount: 1271,
      followersCount: 18_400,
    }
    expect(headerOf(profile)).toBe(
      '<div part="header"><img part="avatar" alt="" referrerpolicy="no-referrer" src="https://cdn.example/1.jpg">' +
        '<div part="profile"><span part="name" dir="auto">Harbour &amp; Hearth</span><span part="username" dir="ltr">@harbour</span></div>' +
        '<span part="stats"><span>1.271 posts</span><span>18.400 followers</span></span>' +
        '<a part="follow" href="https://platform.example/harbour/" rel="noopener">Follow</a>' +
        '<p part="bio" dir="auto">Boats.</p></div></div>',
    )
  })

  it('omits what the platform does not give', () => {
    const nothing = {
      name: null,
      biography: null,
      profilePictureUrl: null,
      mediaCount: null,
      followersCount: null,
    }
    expect(headerOf({ ...nothing, username: '../"x' }, [])).toBe(
      '<div part="header"><span part="avatar" aria-hidden="true">.</span>' +
        '<div part="profile"><span part="name" dir="auto">../&quot;x</span><span part="username" dir="ltr">@../&quot;x</span></div>' +
        '<span part="stats"></span></div></div>',
    )
    expect(headerOf({ username: '../"x' })).toContain('href="https://platform.example/..%2F%22x/"')
    expect(contentOf(pageOf([{}]), { showProfile: true })).toContain('<div id="header"></div>')
  })
})

describe('options of the cards', () => {
  it('displays the numbers of likes and comments that there are', () => {
    expect(cardOf({ likeCount: 1234, commentsCount: 0 }, { counts: true })).toContain(
      '<span part="counts"><span class="likes"><span class="hidden">1,234 likes </span><span aria-hidden="true">1,234</span></span></span>',
    )
    expect(cardOf({ likeCount: null, commentsCount: 12_345 }, { counts: true })).toContain(
      '<span class="comments"><span class="hidden">12K comments </span><span aria-hidden="true">12K</span></span>',
    )
    expect(cardOf({ likeCount: 1 })).not.toContain('counts')
  })

  it('has captions where they are wanted', () => {
    const tile = { layout: 'tiles', captions: 'hover' } as const
    expect(cardOf({ caption: 'Bread' }, { captions: 'none' })).not.toContain('part="text"')
    expect(cardOf({ caption: 'Bread' }, tile)).toContain('part="text"')
    expect(renderFeed(pageOf([{}]), tile)).toContain('opacity:0')
    expect(renderFeed(pageOf([{}]), { captions: 'over' })).not.toContain('opacity:0}')
  })

  it('has no link with open="none"', () => {
    const video = { mediaType: 'VIDEO', mediaUrl: 'https://cdn.example/1.mp4' } as const
    expect(cardOf({}, { openIn: 'none' })).toBe(
      `<li part="card" data-post="1"><span part="frame">${image}</span><span part="text">${date}</span></li>`,
    )
    expect(cardOf(video, { openIn: 'none' })).toMatch(
      /<\/button><\/span><span part="text">.*<\/span><\/li>$/,
    )
    expect(cardOf(video, { openIn: 'none' })).not.toContain('<a ')
  })

  it('opens links in the target', () => {
    expect(cardOf({}, { target: '_blank' })).toContain('target="_blank" rel="noopener"')
  })

  it('loads pictures of other hosts only with consent', () => {
    const video = {
      mediaType: 'VIDEO',
      mediaUrl: 'https://cdn.example/1.mp4',
      thumbnailUrl: 'https://cdn.example/1.jpg',
    } as const
    const page = pageOf([{ caption: 'Bread' }, video])
    const html = contentOf(page, { consent: 'required', src: 'https://feed.example/a' })
    expect(html).toContain(
      `<div part="consent"><p>${texts.consent} cdn.example, which sees your IP address when you load them.</p><button type="button" part="button" name="consent">${texts.showPhotos}</button></div>`,
    )
    expect(html).not.toContain('https://cdn.example')
    expect(html.match(/<span part="missing"/g)).toHaveLength(2)
    for (const src of ['https://cdn.example', 'https://CDN.example/feed']) {
      const own = contentOf(page, { consent: 'required', src })
      expect(own).toBe(contentOf(page))
    }
    for (const src of ['https://cdn.example.org', 'https://cdn.example@evil', 'javascript:1']) {
      expect(contentOf(page, { consent: 'required', src })).not.toContain('<img')
    }
    const widths = [320, 768, 960, 1200].map((width) => [width, `https://cdn.example/${width}.jpg`])
    const stored = pageOf([{ sizes: Object.fromEntries(widths) }])
    expect(contentOf(stored, { consent: 'required' })).toBe(contentOf(stored))
  })

  it('needs a page', () => {
    expect(() => renderFeed([])).toThrow('Pass a page of at least one account.')
  })

  it('displays no more posts than max, and then no button', () => {
    const pagination = { nextCursor: 'n', prevCursor: null, hasMore: true, perPage: 3 }
    const html = (limit: number) => contentOf(pageOf([{}, {}, {}], { pagination }), { limit })
    expect(html(2).match(/<li/g)).toHaveLength(2)
    expect([2, 3, 4].map((max) => html(max).includes('name="load"'))).toEqual([false, false, true])
    expect(contentOf(pageOf([{}], { pagination }), { loadMore: 'none' })).not.toContain(
      'name="load"',
    )
  })
})

describe('hostile data', () => {
  const attack = `"><img src=x onerror=alert(1)><script>alert(1)</script>'`

  it('stays text', () => {
    const page = pageOf([{ caption: attack, altText: attack, timestamp: attack, id: attack }], {
      connection: { ...broken, explanation: attack, lastFetchedAt: attack },
      pagination: { nextCursor: attack, prevCursor: null, hasMore: true, perPage: 1 },
    })
    const html = contentOf(page, { ownerNotice: true, labels: { loadMore: attack }, lang: attack })
    const tags = html.match(/<[^>]*>/g) ?? []
    expect(tags.filter((tag) => /^<script|onerror=alert\(1\)(?!&gt;)/.test(tag))).toEqual([])
    expect(tags.filter((tag) => tag.startsWith('<img'))).toHaveLength(1)
  })

  it.each([
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'javascript://https://a.example/%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    '/p/1',
    '//a.example',
    'https:a.example',
    'https://a.example/1.jpg 1x, javascript:x',
    '',
  ])('is never a URL: %j', (evil) => {
    const urls = { permalink: evil, mediaUrl: evil, thumbnailUrl: evil }
    const sizes = { 320: evil, 768: evil, 960: evil, 1200: evil }
    const html = contentOf(pageOf([urls, { ...urls, sizes }, { ...urls, mediaType: 'VIDEO' }]))
    expect(html).not.toMatch(/(href|src|srcset|value)="/)
    expect(cardOf({ sizes })).not.toContain('srcset')
  })

  it.each(['https://platform.example/p/1/?a=b#c', 'http://127.0.0.1:4500/p', 'HTTPS://A.example'])(
    'does not exclude %s',
    (permalink) => {
      expect(cardOf({ permalink })).toContain(`href="${permalink}"`)
    },
  )
})

describe('toHtml', () => {
  it('nests elements and omits null', () => {
    const list = element('ul', {}, element('li', {}, 'one'), null, 'two')
    expect(toHtml([list, element('p')])).toBe('<ul><li>one</li>two</ul><p></p>')
  })

  it('omits missing attributes and escapes the others', () => {
    const attributes = { alt: '', width: 768, hidden: true, id: null, dir: undefined, open: false }
    expect(toHtml([element('img', { ...attributes, title: '"><script>&' })])).toBe(
      '<img alt="" width="768" hidden="" title="&quot;&gt;&lt;script&gt;&amp;">',
    )
  })
})

it('can be imported on a server, which has no custom elements', () => {
  expect(globalThis.customElements).toBeUndefined()
  expect(PhotoFeedElement.observedAttributes).toContain('src')
})
