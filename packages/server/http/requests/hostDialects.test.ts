import { expect, test } from 'vitest'
import { findHostDialect, parseHostDialects } from './hostDialects.ts'

const hosts = parseHostDialects(['old.example.com=0.22', 'App.example.com=today', '[::1]=today'])

test.each([
  ['old.example.com', 'v022'],
  ['app.example.com', 'today'],
  ['APP.example.com:8443', 'today'],
  ['[::1]', 'today'],
  ['[::1]:8090', 'today'],
  ['example.com', undefined],
  ['sub.app.example.com', undefined],
  ['app.example.com.evil.example', undefined],
  [undefined, undefined],
])('findHostDialect of the host %s returns %s', (host, dialect) => {
  expect(findHostDialect(hosts, host)).toBe(dialect)
  expect(findHostDialect(new Map(), host)).toBeUndefined()
})

test.each(['', 'app.example.com', 'app.example.com=0.23', 'app.example.com=today=today', 'https://app.example.com=today'])(
  'parseHostDialects rejects %j',
  item => {
    expect(() => parseHostDialects([item])).toThrow(`"${item}" must be a host without a port, and a version`)
  },
)

test.each(['app.example.com:8090=today', '*.example.com=today', '=today'])('parseHostDialects rejects the host in %j', item => {
  expect(() => parseHostDialects([item])).toThrow('must be a host without a port')
})
