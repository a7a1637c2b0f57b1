import { expect, test } from 'vitest'
import { allowOrigins } from './cors.ts'
import { commonHeaders, preflightHeaders } from './headers.ts'

const listed = ['https://app.example', 'https://*.magazine.example', 'http://local?ost:3000']

test.each([
  ['https://app.example', true],
  ['http://app.example', false],
  ['https://evil.example', false],
  ['https://app.example.evil.example', false],
  ['https://app.example:8443', false],
  ['https://www.magazine.example', true],
  ['https://a.b.magazine.example', true],
  ['https://magazine.example', false],
  ['https://wwwXmagazine.example', false],
  ['http://localhost:3000', true],
  ['http://localost:3000', false],
  ['null', false],
])('a list of origins and patterns allows %s: %s', (origin, allowed) => {
  expect(allowOrigins(listed)(origin)).toBe(allowed ? origin : undefined)
})

test('a * in the list allows every origin, and the response header is *', () => {
  expect(allowOrigins(['https://app.example', '*'])('https://other.example')).toBe('*')
})

test('a request without an origin gets no CORS headers', () => {
  expect(commonHeaders(undefined, allowOrigins(['*']))).toEqual({
    Vary: 'Origin',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'SAMEORIGIN',
    'X-XSS-Protection': '1; mode=block',
  })
})

test('the response to a preflight request lists the methods and repeats the requested headers', () => {
  expect(preflightHeaders('https://app.example', 'authorization, x-key', allowOrigins(listed))).toMatchObject({
    'Access-Control-Allow-Origin': 'https://app.example',
    'Access-Control-Allow-Methods': 'GET,HEAD,PUT,PATCH,POST,DELETE',
    'Access-Control-Allow-Headers': 'authorization, x-key',
    Vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
  })
})

test.each([undefined, 'https://evil.example'])('a preflight request from the origin %s gets no CORS headers', origin => {
  const headers = preflightHeaders(origin, 'x', allowOrigins(listed))
  expect(Object.keys(headers).filter(name => name.startsWith('Access-Control'))).toEqual([])
  expect(headers.Vary).toBe('Origin')
})
