import { expect, test } from 'vitest'
import { runInterruptibly } from '../../../test/harness/runInterruptibly.ts'
import { validateHostFormat, validateUrlFormat } from './formats.ts'

test.each([
  '',
  'localhost',
  'a',
  'mail.example.com',
  'mail.example.com.',
  '_dmarc.example.com',
  'a_',
  '10.0.0.1',
  '::1',
  '2001:db8::8a2e:370:7334',
  '999.1.1.1',
  'x'.repeat(63),
  Array.from({ length: 4 }, () => 'x'.repeat(63)).join('.'),
])('%j is a host', text => {
  expect(validateHostFormat(text)).toBeUndefined()
})

const notHost = { code: 'validation_is_host', message: 'Must be a valid IP address or DNS name.' }

test.each([
  ' ',
  'a b',
  '-a.example',
  'a..b',
  '.a',
  'http://a.example',
  'a.example:25',
  'bücher.example',
  '[::1]',
  '1:2:3',
  '::1%eth0',
  'x'.repeat(64),
  Array.from({ length: 5 }, () => 'x'.repeat(52)).join('.'),
])('%j is not a host', text => {
  expect(validateHostFormat(text)).toEqual(notHost)
})

test.each(['', 'ab:80', 'x/y:z', 'user@host:8090', '[::1]:9000', 's3.example.com', 'localhost:9000/bucket'])(
  '%j is a URL',
  text => {
    expect(validateUrlFormat(text)).toBeUndefined()
  },
)

test.each(['a:1', ':8090', '.a:80', 'localhost:', 'localhost:x', 'a b:80', '//a:80', '?a:80', 'localhost'])(
  '%j is not a URL',
  text => {
    expect(validateUrlFormat(text)).toEqual({ code: 'validation_is_url', message: 'Must be a valid URL.' })
  },
)

// In exponential time, the short texts would never end; in quadratic time, the long ones would take many minutes.
test.each([
  ['a', 250],
  ['a.', 250],
  ['a.', 3_000_000],
  ['1:', 3_000_000],
])('rejects "%s" %i times as a host in linear time', (part, times) => {
  expect(runInterruptibly(() => validateHostFormat(`${part.repeat(times)}!`))).toEqual(notHost)
})
