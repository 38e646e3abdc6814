import { describe, expect, test } from 'vitest'
import { archiveRules, type DownloadRules, platformRules, rejectionOf } from './download-rules.ts'

function reasonFor(url: string, rules: DownloadRules): string | null {
  return rejectionOf(new URL(url), rules)
}

describe('the platform’s media', () => {
  test.each([
    ['https://scontent-fra3-1.cdninstagram.com/v/t51/a.jpg?oe=68F0A1B2', null],
    ['https://SCONTENT.xx.fbcdn.net/a.jpg', null],
    ['https://video.xx.fbcdn.net:443/a.mp4', null],
    ['http://scontent.cdninstagram.com/a.jpg', 'not https'],
    ['https://scontent.cdninstagram.com:8443/a.jpg', 'a host that is not allowed'],
    ['https://cdninstagram.com/a.jpg', 'a host that is not allowed'],
    ['https://evilcdninstagram.com/a.jpg', 'a host that is not allowed'],
    ['https://scontent.cdninstagram.com.evil.example/a.jpg', 'a host that is not allowed'],
    ['https://evil.example/?.fbcdn.net', 'a host that is not allowed'],
    ['https://evil.example/#.fbcdn.net', 'a host that is not allowed'],
    ['https://evil.example\\.fbcdn.net/', 'a host that is not allowed'],
    ['https://scontent.fbcdn.net./a.jpg', 'a host that is not allowed'],
    ['https://scontent.fbcdn.net@evil.example/a.jpg', 'an address with a password'],
    ['https://a:b@scontent.fbcdn.net/a.jpg', 'an address with a password'],
    ['https://8.8.8.8/a.jpg', 'a host that is not allowed'],
    ['ftp://scontent.fbcdn.net/a.jpg', 'not a web address'],
    ['file:///etc/passwd', 'not a web address'],
  ])('%s', (url, reason) => {
    expect(reasonFor(url, platformRules)).toBe(reason)
  })
})

describe('an archive’s media', () => {
  test.each([
    'https://photos.example/a.jpg',
    'http://photos.example:8080/a.jpg',
    'http://8.8.8.8/a.jpg',
    'https://[2606:4700:4700::1111]/a.jpg',
    // What the name stands for is judged when it is dialed.
    'http://localhost/a.jpg',
  ])('%s may be tried', (url) => {
    expect(reasonFor(url, archiveRules)).toBeNull()
  })

  test.each([
    '127.0.0.1',
    '127.0.0.1.',
    '127.1',
    '127.0.1',
    '2130706433',
    '0x7f000001',
    '0x7F.1',
    '0177.0.0.1',
    '017700000001',
    '127.0.0x0.1',
    '１２７.０.０.１',
    '①②⑦.⓪.⓪.①',
    '%31%32%37.0.0.1',
    '127。0。0。1',
    '0',
    '0.0.0.0',
    '10.0.0.1',
    '167772161',
    '172.16.0.1',
    '192.168.1.1',
    '0xc0a80101',
    '100.64.0.1',
    '169.254.169.254',
    '2852039166',
    '0xA9FEA9FE',
    '0251.0376.0251.0376',
    '168.63.129.16',
    '192.0.0.192',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '[::]',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:a9fe:a9fe]',
    '[::127.0.0.1]',
    '[64:ff9b::169.254.169.254]',
    '[2002:7f00:1::]',
    '[2001:0:7f00:1::]',
    '[fe80::1]',
    '[fd00:ec2::254]',
    '[fec0::1]',
    '[ff02::1]',
  ])('%s is not public, however it is written', (host) => {
    expect(reasonFor(`http://${host}/a.jpg`, archiveRules)).toBe('not a public address')
  })

  // URL takes neither, so an import calls them no web address.
  test.each(['[fe80::1%25eth0]', '[fe80::1%eth0]', '256.0.0.1', '127.0.0.1.1'])(
    '%s is no host at all',
    (host) => {
      expect(URL.canParse(`http://${host}/a.jpg`)).toBe(false)
    },
  )
})

describe('a trusted origin', () => {
  const rules = { ...platformRules, trustedOrigins: ['http://127.0.0.1:4401'] }

  test.each([
    ['http://127.0.0.1:4401/media/a.jpg', null],
    ['http://2130706433:4401/media/a.jpg', null],
    ['http://127.0.0.1:4402/media/a.jpg', 'not https'],
    ['https://127.0.0.1:4401/media/a.jpg', 'a host that is not allowed'],
    ['http://localhost:4401/media/a.jpg', 'not https'],
    ['http://a:b@127.0.0.1:4401/media/a.jpg', 'an address with a password'],
  ])('%s', (url, reason) => {
    expect(reasonFor(url, rules)).toBe(reason)
  })

  test('opens nothing else to an archive', () => {
    const trusting = { ...archiveRules, trustedOrigins: ['http://127.0.0.1:4401'] }
    expect(reasonFor('http://127.0.0.1:4401/a.jpg', trusting)).toBeNull()
    expect(reasonFor('http://127.0.0.1:4402/a.jpg', trusting)).toBe('not a public address')
  })
})
