import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { runInterruptibly } from '../../../../test/harness/runInterruptibly.ts'
import { clientAddress, trustProxies } from '../../runtime/clients/clientAddress.ts'
import { requestHead } from './requestHead.ts'

function clientOf(remoteAddress: string, forwardedFor: string, trusted: readonly string[] = ['loopback']) {
  const isTrustedProxy = trustProxies(trusted)
  const headers = { 'x-forwarded-for': forwardedFor }
  const incoming = {
    socket: { remoteAddress },
    headers,
    rawHeaders: Object.entries(headers).flat(),
  } as unknown as IncomingMessage
  return clientAddress(requestHead(incoming, { isTrustedProxy, logsIp: () => true }), isTrustedProxy)
}

test.each([
  ['the last address is the client', '127.0.0.1', '203.0.113.9, 198.51.100.1', '198.51.100.1'],
  ['an untrusted sender cannot name another address', '198.51.100.1', '203.0.113.9', '198.51.100.1'],
  ['a private network is not trusted unless it is configured', '10.0.0.2', '203.0.113.9', '10.0.0.2'],
  ['an IPv4 port is removed', '127.0.0.1', '198.51.100.1:5678', '198.51.100.1'],
  ['an IPv6 port is removed', '127.0.0.1', '[2001:db8::1]:80', '2001:db8::1'],
  ['brackets are removed', '127.0.0.1', '[2001:db8::1]', '2001:db8::1'],
  ['an IPv6 address is normalized', '127.0.0.1', '2001:DB8:0:0::0001', '2001:db8::1'],
  ['an IPv4-mapped address becomes an IPv4 address', '::ffff:127.0.0.1', '::ffff:198.51.100.1', '198.51.100.1'],
  ['an IPv4-mapped address in hexadecimal becomes an IPv4 address', '127.0.0.1', '::ffff:c633:6401', '198.51.100.1'],
  ['an item that is not an address is replaced by the proxy that sent it', '127.0.0.1', '203.0.113.9, unknown', '127.0.0.1'],
  ['empty items are ignored', '127.0.0.1', ' , 198.51.100.1, ,', '198.51.100.1'],
  ['the address of a trusted proxy with a port is skipped', '127.0.0.1', '198.51.100.1, 127.0.0.1:4000', '198.51.100.1'],
])('clientAddress: %s', (_, remoteAddress, forwardedFor, client) => {
  expect(clientOf(remoteAddress, forwardedFor)).toBe(client)
})

test('addresses of configured proxies are skipped from the end', () => {
  const trusted = ['10.0.0.0/8', '2001:db8:ffff::/48']
  expect(clientOf('10.0.0.2', '203.0.113.9, 198.51.100.1, 2001:db8:ffff::7, 10.1.1.1', trusted)).toBe('198.51.100.1')
  expect(clientOf('127.0.0.1', '198.51.100.1', trusted)).toBe('127.0.0.1')
})

test('without trusted proxies the client address is the address of the socket', () => {
  expect(clientOf('127.0.0.1', '198.51.100.1', [])).toBe('127.0.0.1')
})

test.each(['localhost', '10.0.0.0/33', '10.0.0'])('rejects %s as a trusted proxy', item => {
  expect(() => trustProxies([item])).toThrow()
})

test('a long X-Forwarded-For list is processed in linear time', () => {
  // In quadratic time, each of these lists would take many minutes.
  const proxies = '127.0.0.1,'.repeat(500_000)
  const clientAfter = (list: string) => runInterruptibly(() => clientOf('127.0.0.1', list))
  expect(clientAfter(`${proxies}198.51.100.1`)).toBe('198.51.100.1')
  expect(clientAfter(`198.51.100.1,${proxies}`)).toBe('198.51.100.1')
  expect(clientAfter(proxies)).toBe('127.0.0.1')
})
