import { expect, test } from 'vitest'
import { parseDomain } from './parseDomain.ts'

test.each([
  ['example.com', 'example.com'],
  ['WWW.Example.COM.', 'www.example.com'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['a-b.c1.co', 'a-b.c1.co'],
])('the domain %s is read as %s', (text, name) => {
  expect(parseDomain(text)).toBe(name)
})

test.each([
  ['', 'a public name'],
  ['localhost', 'a public name'],
  ['example', 'a public name'],
  ['exa mple.com', 'a public name'],
  ['-example.com', 'a public name'],
  ['example..com', 'a public name'],
  [`${'a'.repeat(64)}.com`, 'a public name'],
  [`${'a.'.repeat(130)}com`, 'a public name'],
  ['example.123', 'a public name'],
  ['../example.com', 'without https://, port or path'],
  ['https://example.com', 'without https://, port or path'],
  ['example.com:443', 'without https://, port or path'],
  ['*.example.com', 'Name each domain'],
  ['192.0.2.1', 'Addresses get no certificate'],
  ['2001:db8::1', 'without https://, port or path'],
  ['example.com\0', 'a public name'],
])('%j is rejected as a domain with the advice "%s"', (text, advice) => {
  expect(() => parseDomain(text)).toThrow(advice)
})
