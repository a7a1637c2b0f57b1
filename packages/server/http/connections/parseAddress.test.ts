import { expect, test } from 'vitest'
import { parseAddress } from './parseAddress.ts'

test.each([
  ['127.0.0.1:8090', '127.0.0.1', 8090],
  ['localhost:0', 'localhost', 0],
  [':8090', '0.0.0.0', 8090],
  ['[::1]:65535', '::1', 65535],
  ['my-host.example:80', 'my-host.example', 80],
])('parses %s as host %s and port %i', (address, hostname, port) => {
  expect(parseAddress(address)).toEqual({ hostname, port })
})

test.each([
  '',
  '8090',
  'localhost',
  'localhost:',
  'localhost:x',
  'localhost:65536',
  'a:b:1',
  'http://localhost:1',
  '::1:80',
  'host:-1',
])('rejects the address %j', address => {
  expect(() => parseAddress(address)).toThrow('is not a valid address')
})
