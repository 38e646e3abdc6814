import { expect, it } from 'vitest'
import { parseSmtpUrl } from './mailer.ts'

it.each([
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

it.each([
  '',
  'mail.example',
  'https://mail.example',
  'smtp://',
  'smtp://name:hunter2@',
  'smtp://name:hunter2@mail.example/path',
  'smtp://name:hunter2@mail.example#x',
  'smtp://name:hunter2@mail_%0d%0a.example',
])('%j is no address of a mail server', (text) => {
  expect(parseSmtpUrl(text)).toBe(null)
})

const noQuery = 'After the ? it may have only tls=on or tls=off, and only with smtp://.'

it.each([
  ['smtp://name:hunter2@mail.example?tls=maybe', noQuery],
  ['smtps://name:hunter2@mail.example?tls=off', noQuery],
  [
    'smtp://name:hunter2@mail.example?tls=off',
    'It sends a password without TLS. Take out tls=off, or the name and the password.',
  ],
  [
    'smtps://name:hunter2%@mail.example',
    'Its name or password has a % that encodes nothing. Write a % itself as %25.',
  ],
])('rejects %s without repeating it', (text, sentence) => {
  expect(() => parseSmtpUrl(text)).toThrow(sentence)
  expect(sentence).not.toContain('hunter2')
})
