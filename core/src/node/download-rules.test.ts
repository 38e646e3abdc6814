import { describe, expect, test } from 'vitest'
import { type DownloadRules, isPublicAddress, rejectionOf } from './download-rules.ts'

const anyHost: DownloadRules = { hosts: null, plainHttp: true, trustedOrigins: [] }

function reasonFor(url: string, rules: DownloadRules): string | null {
  return rejectionOf(new URL(url), rules)
}

describe('rules for any host', () => {
  test.each([
    'https://photos.example/a.jpg',
    'http://photos.example:8080/a.jpg',
    'http://8.8.8.8/a.jpg',
    'https://[2606:4700:4700::1111]/a.jpg',
    // The addresses of the name are checked when it is connected to.
    'http://localhost/a.jpg',
  ])('%s may be tried', (url) => {
    expect(reasonFor(url, anyHost)).toBeNull()
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
    expect(reasonFor(`http://${host}/a.jpg`, anyHost)).toBe('not a public address')
  })

  // URL takes neither, so they are no web address.
  test.each(['[fe80::1%25eth0]', '[fe80::1%eth0]', '256.0.0.1', '127.0.0.1.1'])(
    '%s is no host at all',
    (host) => {
      expect(URL.canParse(`http://${host}/a.jpg`)).toBe(false)
    },
  )
})

describe('public', () => {
  test.each([
    '8.8.8.8',
    '1.1.1.1',
    '157.240.0.63',
    '172.15.255.255',
    '172.32.0.1',
    '100.63.255.255',
    '100.128.0.1',
    '2a03:2880:f0fc:c:face:b00c:0:35',
    '2606:4700:4700::1111',
    // NAT64 (RFC 6052) of 8.8.8.8
    '64:ff9b::808:808',
  ])('%s', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })
})

/** Every kind of address that leads into somebody's own network, or nowhere. */
describe('not public', () => {
  test.each([
    ['this network', ['0.0.0.0', '0.1.2.3', '::']],
    ['loopback', ['127.0.0.1', '127.255.255.254', '::1']],
    ['private', ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.0.1']],
    ['shared by a carrier (RFC 6598)', ['100.64.0.1', '100.127.255.255']],
    ['link-local', ['169.254.0.1', 'fe80::1', 'fe80::1%eth0', 'febf::1']],
    [
      'the metadata of a cloud',
      [
        '169.254.169.254',
        '169.254.170.2',
        '100.100.100.200',
        '192.0.0.192',
        '168.63.129.16',
        'fd00:ec2::254',
        'fd20:ce::254',
      ],
    ],
    ['unique local and site-local', ['fc00::1', 'fdff::1', 'fec0::1']],
    ['multicast and broadcast', ['224.0.0.1', '239.255.255.255', '255.255.255.255', 'ff02::1']],
    ['reserved', ['240.0.0.1', '192.0.0.1', '192.88.99.1', '5f00::1', '4000::1', '1::1']],
    ['for documents and benchmarks', ['192.0.2.1', '198.51.100.1', '203.0.113.1', '198.18.0.1']],
    ['the same in IPv6', ['2001:db8::1', '3fff::1', '2001:2::1', '100::1']],
    ['IPv4 in IPv6', ['::ffff:127.0.0.1', '::ffff:8.8.8.8', '::127.0.0.1', '::ffff:0:127.0.0.1']],
    ['NAT64', ['64:ff9b::7f00:1', '64:ff9b::a9fe:a9fe', '64:ff9b::a00:1', '64:ff9b:1::808:808']],
    ['6to4', ['2002:7f00:1::', '2002:a00:1::1', '2002:808:808::1']],
    ['Teredo', ['2001:0:7f00:1::', '2001::1']],
    ['no address', ['', 'localhost', '256.1.1.1', '1.2.3.4.5', '127.0.0.1:80', ':::']],
  ])('%s', (_, addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([])
  })
})
