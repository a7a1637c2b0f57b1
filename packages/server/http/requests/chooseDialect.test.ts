import { expect, test } from 'vitest'
import type { RequestHead } from '../../messages/ApiRequest.ts'
import { chooseDialect } from './chooseDialect.ts'

const tokenOf = (type: string) => `e30.${Buffer.from(JSON.stringify({ type })).toString('base64url')}.x`

const headOf = (url: string, headers: Record<string, string> = {}): RequestHead => ({
  method: 'GET',
  url,
  params: {},
  headers,
  remoteIp: '127.0.0.1',
})

const records = '/api/collections/posts/records'

test.each([
  ['a guest', records, {}, 'v022', false],
  ['the prefix', `/today${records}?page=1`, {}, 'today', true],
  ['the header', records, { 'x-dialect': 'today' }, 'today', true],
  ['the header with a token of today', records, { 'x-dialect': '0.22', authorization: tokenOf('auth') }, 'v022', true],
  ['an unknown header', records, { 'x-dialect': 'constructor' }, 'v022', false],
  ['the prefix with a token of 0.22', `/today${records}`, { authorization: tokenOf('admin') }, 'today', true],
  ['a token of today', records, { authorization: tokenOf('auth') }, 'today', false],
  ['a token of today after Bearer', records, { authorization: `Bearer ${tokenOf('auth')}` }, 'today', false],
  ['a token of 0.22', records, { authorization: tokenOf('authRecord') }, 'v022', false],
  ['a token of an unknown type', records, { authorization: tokenOf('toString') }, 'v022', false],
  ['text that is no token', records, { authorization: '..' }, 'v022', false],
  ['the superusers', '/api/collections/_superusers/auth-with-password', {}, 'today', false],
  ['the id of a system collection', '/api/collections/pbc_2279338944', {}, 'today', false],
  ['a collection whose name begins alike', '/api/collections/_superusers2/records', {}, 'v022', false],
  ['a filter that names the superusers', `${records}?filter=/api/collections/_superusers/`, {}, 'v022', false],
  [
    'the methods as SDK 0.28 asks for them',
    '/api/collections/users/auth-methods?fields=mfa,otp,password,oauth2',
    {},
    'today',
    false,
  ],
  ['the methods as 0.22 asks for them', '/api/collections/users/auth-methods?fields=authProviders', {}, 'v022', false],
] as const)('the request with %s is answered in the right dialect', (_, url, headers, dialect, isExplicit) => {
  const spoken = chooseDialect(headOf(url, { ...headers }))
  expect([spoken.head.dialect, spoken.isExplicit]).toEqual([dialect, isExplicit])
})

test('a request to a host with a dialect gets it, unless it has the prefix or the header', () => {
  const hosts = new Map([['old.example', 'v022' as const]])
  const chosen = (url: string, more: Record<string, string> = {}) => {
    const { head, isExplicit } = chooseDialect(headOf(url, { host: 'old.example', ...more }), 'today', hosts)
    return [head.dialect, isExplicit]
  }
  expect(chosen(records)).toEqual(['v022', true])
  expect(chosen(records, { authorization: tokenOf('auth') })).toEqual(['v022', true])
  expect(chosen(`/today${records}`)).toEqual(['today', true])
  expect(chosen(records, { 'x-dialect': 'today' })).toEqual(['today', true])
  expect(chosen(records, { host: 'new.example' })).toEqual(['today', false])
})

test('the prefix is removed from the path, and nothing else', () => {
  expect(chooseDialect(headOf('/today/api/health?a=/today/api')).head.url).toBe('/api/health?a=/today/api')
  expect(chooseDialect(headOf('/today/file.txt')).head).toEqual(headOf('/today/file.txt'))
})

test('requests that show no dialect are answered in the default dialect', () => {
  expect(chooseDialect(headOf(records), 'today').head.dialect).toBe('today')
  expect(chooseDialect(headOf(records, { authorization: tokenOf('authRecord') }), 'today').head.dialect).toBe('v022')
})

test('Bearer can be spelled as the client likes only in the dialect of today', () => {
  const authorization = `bEARER ${tokenOf('x')}`
  expect(chooseDialect(headOf(`/today${records}`, { authorization })).head.headers.authorization).toBe(tokenOf('x'))
  expect(chooseDialect(headOf(records, { authorization })).head.headers.authorization).toBe(authorization)
})

test('a request that shows no dialect is answered in the dialect of the instance', () => {
  expect(chooseDialect(headOf(records), 'today')).toMatchObject({ head: { dialect: 'today' }, isExplicit: false })
  expect(chooseDialect(headOf(records, { authorization: tokenOf('admin') }), 'today').head.dialect).toBe('v022')
  expect(chooseDialect(headOf(records, { 'x-dialect': '0.22' }), 'today').head.dialect).toBe('v022')
})
