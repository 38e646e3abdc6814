import { expect, it } from 'vitest'
import { mailHtml } from './mail-html.ts'
import { brokenConnectionMail, linkMail } from './mails.ts'

const url = 'https://feed.example/reset-password?token=abc&next=1'

/** What a reader sees of the card. */
const card = (html: string) =>
  /<h1[\s\S]*?(?=\n+<\/td>)/.exec(html)?.[0].replaceAll(/ class="(ink|quiet)"/g, '')

it('has the subject as its heading, and a button for the link', () => {
  expect(card(mailHtml(linkMail('resetPassword', url)))).toBe(
    `<h1>Choose a new password for photofeed</h1>
<p>Somebody requested a new password for your account at photofeed. If it was you, open this page and choose one:</p>
<p><a class="button" href="https://feed.example/reset-password?token=abc&amp;next=1">Choose a password</a></p>
<p>Or open https://feed.example/reset-password?token=abc&amp;next=1</p>
<p>The link works once, within an hour. Share it with nobody.</p>
<p>If it was not you, do nothing: your password stays as it is.</p>`,
  )
})

it('has headings, and text of strangers stays text', () => {
  const html = mailHtml(
    brokenConnectionMail({
      username: '<img src=x>',
      reason: '<script>alert(1)</script>',
      accountsUrl: 'https://feed.example/accounts',
      supportEmail: 'help@feed.example',
    }),
  )
  expect(card(html)).toContain(
    '<h2>What happened</h2>\n<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>',
  )
  expect(html).toContain('>Open your accounts</a>')
  expect(html).not.toMatch(/<img|<script/)
})
