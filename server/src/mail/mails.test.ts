import { expect, it } from 'vitest'
import { labels } from '../labels.ts'
import { alreadySignedUpMail, brokenConnectionMail, linkMail } from './mails.ts'

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

it.each([
  linkMail('resetPassword', url, '1 hour'),
  linkMail('firstPassword', url, '1 hour'),
  alreadySignedUpMail(url, url, '1 hour'),
])('$subject: contains its link and no other', ({ subject, text }) => {
  expect(new Set(text.match(/\S*:\/\/\S*/g))).toEqual(new Set([url]))
  expect(subject).toMatch(/photofeed/)
})

/** What a reader sees of the card. */
const card = (html: string) =>
  /<h1[\s\S]*?(?=\n+<\/td>)/.exec(html)?.[0].replaceAll(/ class="(ink|quiet)"/g, '')

it('has the subject as its heading, and a button for the link', () => {
  expect(card(linkMail('resetPassword', `${url}&next=1`, '2 hours').html)).toBe(
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
