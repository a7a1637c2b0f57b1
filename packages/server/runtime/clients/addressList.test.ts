import { validateAddresses } from '@coffer/schema'
import { expect, test } from 'vitest'
import { createAddressList } from './addressList.ts'

test.each([
  ['10.0.0.1', '10.0.0.1', true],
  ['10.0.0.1', '10.0.0.2', false],
  ['10.0.0.0/8', '10.255.0.1', true],
  ['10.0.0.0/8', '11.0.0.1', false],
  ['10.0.0.0/8', '::ffff:10.0.0.1', true],
  ['0.0.0.0/0', '203.0.113.9', true],
  ['0.0.0.0/0', '2001:db8::1', false],
  ['::/0', '2001:db8::1', true],
  ['::/0', '203.0.113.9', false],
  ['2001:db8::/32', '2001:db8:1::1', true],
  ['::ffff:10.0.0.0/104', '10.1.2.3', true],
  ['::ffff:10.0.0.1', '10.0.0.1', true],
  ['10.0.0.0/8', 'unknown', false],
  ['10.0.0.0/8', '', false],
])('the list %s, which validation accepts, and the address %s: %s', (range, address, isIncluded) => {
  expect(validateAddresses([range])).toEqual({})
  expect(createAddressList(() => [range])(address)).toBe(isIncluded)
})

test('a list that is replaced applies at once', () => {
  let list = ['10.0.0.1']
  const includes = createAddressList(() => list)
  expect(includes('10.0.0.1')).toBe(true)
  list = ['10.0.0.2']
  expect([includes('10.0.0.1'), includes('10.0.0.2')]).toEqual([false, true])
})
