import { expect, it } from 'vitest'
import { alreadySignedUpMail, brokenConnectionMail, linkMail } from './mails.ts'

const connection = {
  username: 'harbour.lights',
  reason: 'The access that you gave on the photo platform has run out.',
  accountsUrl: 'https://feed.example/dashboard',
  supportEmail: 'help@feed.example',
}

it('says what happened, what it means and what to do', () => {
  expect(brokenConnectionMail(connection)).toMatchInlineSnapshot(`
    {
      "subject": "Please reconnect @harbour.lights: its feed gets no new posts",
      "text": "The connection of @harbour.lights to the photo platform is broken.

    What happened
    The access that you gave on the photo platform has run out.

    What it means
    The feed still contains the stored posts, but gets no new ones. Your API key
    does not change, and nothing on your page has to.

    What to do
    Open your accounts and press Reconnect at @harbour.lights:
    https://feed.example/dashboard

    If you no longer want this feed, press Disconnect there. Its key, its posts and
    its pictures are then deleted.

    You get this message once for each break. Questions? help@feed.example
    ",
    }
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
  expect(hostile.text.split('\n').slice(0, 4)).toEqual([
    'The connection of @harbour Bcc: all@victim.example (link removed) to the photo platform is broken.',
    '',
    'What happened',
    'Log in at (link removed) or (link removed) or (link removed) now.',
  ])
  expect(hostile.text.match(/\S*:\/\/\S*/g)).toEqual([connection.accountsUrl])
})

const url = 'https://feed.example/reset-password?token=abc'

it.each([
  linkMail('resetPassword', url),
  linkMail('firstPassword', url),
  linkMail('confirmEmail', url),
  alreadySignedUpMail(url, url),
])('$subject: contains its link and no other', ({ subject, text }) => {
  expect(new Set(text.match(/\S*:\/\/\S*/g))).toEqual(new Set([url]))
  expect(subject).toMatch(/photofeed/)
  expect(text.split('\n').filter((line) => line.length > 80)).toEqual([])
})
