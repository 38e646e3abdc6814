import { expect, it } from 'vitest'
import { parseSmtpUrl } from './mailer.ts'

it.each([
  ['', null],
  ['smtps://mail.example', { host: 'mail.example', port: 465, tls: 'implicit', auth: null }],
  ['smtp://mail.example', { host: 'mail.example', port: 587, tls: 'starttls', auth: null }],
  ['smtp://mail.example:25/', { host: 'mail.example', port: 25, tls: 'starttls', auth: null }],
  ['smtp://localhost:1025', { host: 'localhost', port: 1025, tls: 'none', auth: null }],
  ['smtp://[::1]', { host: '::1', port: 587, tls: 'none', auth: null }],
  ['smtp://127.0.0.1?tls=on', { host: '127.0.0.1', port: 587, tls: 'starttls', auth: null }],
  ['smtp://mailpit:1025?tls=off', { host: 'mailpit', port: 1025, tls: 'none', auth: null }],
  [
    'smtps://a%40b.example:p%3Aw%25@mail.example:4650',
    {
      host: 'mail.example',
      port: 4650,
      tls: 'implicit',
      auth: { user: 'a@b.example', pass: 'p:w%' },
    },
  ],
])('reads %s', (text, place) => {
  expect(parseSmtpUrl(text)).toEqual(place)
})
