import { expect, test } from 'vitest'
import { isPrivateAddress } from './isPrivateAddress.ts'

test.each([
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '10.1.2.3',
  '100.100.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:a00:1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::a00:1',
  '2002:7f00:1::',
  '2001:0:1::1',
  'fd00::1',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  'localhost',
])('%s is private', address => {
  expect(isPrivateAddress(address)).toBe(true)
})

test.each(['1.1.1.1', '172.15.0.1', '172.32.0.1', '192.167.1.1', '100.63.0.1', '2606:4700::1111', '::ffff:1.1.1.1', '2a00::1'])(
  '%s is public',
  address => {
    expect(isPrivateAddress(address)).toBe(false)
  },
)
