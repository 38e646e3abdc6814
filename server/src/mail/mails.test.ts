import { expect, it } from 'vitest'
import { labels } from '../labels.ts'
import type { Notice } from '../stores/service/work-kinds.ts'
import { alreadySignedUpMail, brokenConnectionMail, linkMail, noticeMail } from './mails.ts'
import type { Message } from './message.ts'

const connection = {
  username: 'harbour.lights',
  reason: 'The access that you gave on the photo platform has run out.',
  accountsUrl: 'https://feed.example/dashboard',
  supportEmail: 'help@feed.example',
}

it('says what to do, what happened and what it means', () => {
  const { subject, text } = brokenConnectionMail(connection)
  expect(subject).toBe('Please reconnect @harbour.lights: its feed gets no new posts')
  expect(
    text,
  ).toBe(`@harbour.lights needs reconnecting. Open your accounts and press ${labels.reconnect} next to @harbour.lights:
https://feed.example/dashboard

What happened
The access that you gave on the photo platform has run out.

What it means
The feed still contains the stored posts, but gets no new ones. Nothing on your site has to change.

If you no longer want this feed, press ${labels.removeAccount} on its screen. Its key, its posts and its pictures are then deleted.

We send this once each time a connection breaks. Questions? help@feed.example
`)
})

it('lets neither a name nor a reason add lines, headers or links', () => {
  const hostile = brokenConnectionMail({
    ...connection,
    username: 'harbour\r\nBcc: all@victim.example\r\n\r\n<b>www.evil.example</b>',
    reason:
      'Log in at\nhttps://evil.example/reconnect or evil.example/now\u2028or evil.example:80 now.',
  })
  expect(hostile.subject).toBe(
    'Please reconnect @harbour Bcc: all@victim.example (link removed): its feed gets no new posts',
  )
  expect(hostile.text.split('\n').slice(0, 5)).toEqual([
    `@harbour Bcc: all@victim.example (link removed) needs reconnecting. Open your accounts and press ${labels.reconnect} next to @harbour Bcc: all@victim.example (link removed):`,
    connection.accountsUrl,
    '',
    'What happened',
    'Log in at (link removed) or (link removed) or (link removed) now.',
  ])
  expect(hostile.text.match(/\S*:\/\/\S*/g)).toEqual([connection.accountsUrl])
})

const url = 'https://feed.example/reset-password?token=abc'

const site = 'https://feed.example'
const [reset, signIn] = [`${site}/reset-password`, `${site}/sign-in`]
const notice = (kind: Notice, about: string) =>
  noticeMail(kind, about, { baseUrl: site, supportEmail: connection.supportEmail })
const newPassword = 'Choose a new password'

type Expected = readonly [mail: Message, subject: string, buttons: Readonly<Record<string, string>>]

const ofNotices: Record<Notice, Expected> = {
  newKey: [notice('newKey', '@a'), '@a has a new API key', { [newPassword]: reset }],
  disconnected: [notice('disconnected', '@a'), '@a is removed', { [newPassword]: reset }],
  changingEmail: [
    notice('changingEmail', 'b@mail.example'),
    'Your email address for photofeed is about to change',
    { [newPassword]: reset },
  ],
  // The old address gets none: it cannot sign in.
  changedEmail: [
    notice('changedEmail', 'b@mail.example'),
    'Your email address for photofeed has changed',
    {},
  ],
}

const ofLinks: Record<Parameters<typeof linkMail>[0], Expected> = {
  resetPassword: [
    linkMail('resetPassword', { url, time: '1 hour' }),
    'Choose a new password for photofeed',
    { 'Choose a password': url },
  ],
  firstPassword: [
    linkMail('firstPassword', { url, time: '1 hour' }),
    'Finish signing up at photofeed',
    { 'Choose a password': url },
  ],
  changeEmail: [
    linkMail('changeEmail', { url, time: '1 hour' }),
    'Confirm your new address for photofeed',
    { 'Confirm the address': url },
  ],
}

const everyMail: readonly Expected[] = [
  ...Object.values(ofNotices),
  ...Object.values(ofLinks),
  [
    alreadySignedUpMail(signIn, { url, time: '1 hour' }),
    'You are signed up at photofeed already',
    { 'Sign in': signIn, 'Choose a password': url },
  ],
  [
    brokenConnectionMail(connection),
    'Please reconnect @harbour.lights: its feed gets no new posts',
    { [`${labels.reconnect} @harbour.lights`]: connection.accountsUrl },
  ],
]

it('has the buttons of its kind and no other link, and says how long a secret one works', () => {
  const buttonsOf = (html: string) =>
    [...html.matchAll(/class="button" href="([^"]*)">([^<]*)/g)].map(([, url, label]) => [
      label,
      url,
    ])
  const seen = everyMail.map(([{ subject, text, html }]) => ({
    ...{ subject, buttons: Object.fromEntries(buttonsOf(html)) },
    links: text.match(/\S*:\/\/\S*/g) ?? [],
    time: /(?<=works once, within ).*?\./.exec(text)?.[0],
  }))
  expect(seen).toEqual(
    everyMail.map(([, subject, buttons]) => ({
      ...{ subject, buttons, links: Object.values(buttons) },
      time: Object.values(buttons).includes(url) ? '1 hour.' : undefined,
    })),
  )
})

it('names the longest address whole', () => {
  const address = `${'a'.repeat(64)}@${'b'.repeat(185)}.de`
  const { text } = noticeMail('changedEmail', address, {
    baseUrl: url,
    supportEmail: 'help@feed.example',
  })
  expect(address).toHaveLength(253)
  expect(text).toContain(`You sign in with ${address} now`)
})

/** What a reader sees of the card. */
const card = (html: string) =>
  /<h1[\s\S]*?(?=\n+<\/td>)/.exec(html)?.[0].replaceAll(/ class="(ink|quiet)"/g, '')

it('has the subject as its heading, and a button for the link', () => {
  expect(card(linkMail('resetPassword', { url: `${url}&next=1`, time: '2 hours' }).html)).toBe(
    `<h1>Choose a new password for photofeed</h1>
<p>Somebody requested a new password for your account at photofeed. If it was you, choose one:</p>
<p><a class="button" href="https://feed.example/reset-password?token=abc&amp;next=1">Choose a password</a></p>
<p>Or open <a href="https://feed.example/reset-password?token=abc&amp;next=1">https://feed.example/reset-password?token=abc&amp;next=1</a></p>
<p>The link works once, within 2 hours. Do not share it.</p>
<p>If it was not you, do nothing: your password stays as it is.</p>`,
  )
})

it('has headings, and text of strangers stays text', () => {
  const { html } = brokenConnectionMail({
    username: '<img src=x>',
    reason: '<script>alert(1)</script>',
    accountsUrl: 'https://feed.example/accounts',
    supportEmail: 'help@feed.example',
  })
  expect(card(html)).toContain(
    '<h2>What happened</h2>\n<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>',
  )
  expect(html).toContain(`>${labels.reconnect} @&lt;img src=x&gt;</a>`)
  expect(html).not.toMatch(/<img|<script/)
})
