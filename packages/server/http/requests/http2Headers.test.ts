import { expect, test } from 'vitest'
import { http2Headers } from './http2Headers.ts'

const pseudo = [':method', 'POST', ':path', '/', ':scheme', 'https', ':authority', 'example.com:8443']

test('the authority of an HTTP/2 request becomes its host, and the other pseudo-headers are left out', () => {
  expect(http2Headers([...pseudo, 'accept', '*/*'], false)).toEqual(['host', 'example.com:8443', 'accept', '*/*'])
})

test('cookies that an HTTP/2 client sends one by one become one header', () => {
  const headers = http2Headers(['cookie', 'a=1', 'accept', '*/*', 'cookie', 'b=2; c=3'], false)
  expect(headers).toEqual(['accept', '*/*', 'cookie', 'a=1; b=2; c=3'])
})

test('a body without a length counts as chunked, one with a length does not', () => {
  expect(http2Headers([], true)).toEqual(['transfer-encoding', 'chunked'])
  expect(http2Headers(['content-length', '5'], true)).toEqual(['content-length', '5'])
  expect(http2Headers([], false)).toEqual([])
})
