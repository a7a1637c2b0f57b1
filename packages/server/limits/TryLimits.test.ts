import { expect, test } from 'vitest'
import type { ApiRequest } from '../request/ApiRequest.ts'
import { TryLimits } from './TryLimits.ts'

const open = () => {
  let time = 0
  const limits = new TryLimits(() => time)
  const request = (identity: string, remoteIp: string, forwarded?: string): ApiRequest => ({
    ...{ method: 'POST', url: '/api/collections/users/auth-with-password', params: {}, query: [], remoteIp },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    body: { kind: 'json', text: JSON.stringify({ identity, password: 'x' }) },
  })
  const attempt = (isRight: boolean, ...from: Parameters<typeof request>) => {
    const { wait, end } = limits.begin('password', request(...from))
    end(isRight)
    return wait
  }
  const fail = (times: number, ...from: Parameters<typeof request>) =>
    Array.from({ length: times }, () => attempt(false, ...from)).filter(wait => wait > 0).length
  return {
    limits,
    request,
    attempt,
    fail,
    pass: (seconds: number) => {
      time += seconds * 1000
    },
  }
}

const [here, elsewhere] = ['198.51.100.1', '203.0.113.9']

test('after ten wrong passwords one more comes every half minute, and the answer says when', () => {
  const { attempt, fail, pass } = open()
  expect(fail(10, 'anna', here)).toBe(0)
  expect(attempt(false, 'anna', here)).toBe(30)
  pass(20)
  expect(attempt(true, 'ANNA', here)).toBe(10)
  pass(10)
  expect(attempt(true, 'anna', here)).toBe(0)
})

test('right passwords do not count, however many', () => {
  const { attempt, fail } = open()
  for (let time = 0; time < 500; time += 1) expect(attempt(true, 'anna', here)).toBe(0)
  expect(fail(10, 'anna', here)).toBe(0)
})

test('whoever guesses from elsewhere does not keep the owner out', () => {
  const { attempt, fail } = open()
  expect(fail(5000, 'anna', elsewhere)).toBe(4990)
  expect(attempt(true, 'anna', here)).toBe(0)
})

test('an address that tries many accounts has to wait, but not those who have signed in from there before', () => {
  const { attempt, fail, pass } = open()
  expect(attempt(true, 'anna', here)).toBe(0)
  for (let account = 0; account < 100; account += 1) expect(fail(1, `a${account}`, here)).toBe(0)
  expect(attempt(true, 'bert', here)).toBe(6)
  expect(attempt(true, 'anna', here)).toBe(0)
  expect(attempt(true, 'bert', elsewhere)).toBe(0)
  pass(6)
  expect(attempt(true, 'bert', here)).toBe(0)
})

test('many tries at once are no way around', () => {
  const { limits, request } = open()
  const begun = Array.from({ length: 50 }, () => limits.begin('password', request('anna', here)))
  expect(begun.filter(({ wait }) => wait === 0)).toHaveLength(10)
})

test('a proxy nearby tells for whom it speaks, and nobody else does', () => {
  const { attempt, fail } = open()
  expect(fail(11, 'anna', '127.0.0.1', `${here}, ${elsewhere}`)).toBe(1)
  expect(attempt(true, 'anna', '127.0.0.1', here)).toBe(0)
  expect(attempt(true, 'anna', elsewhere)).toBe(30)
  for (let turn = 0; turn < 10; turn += 1) fail(1, 'bert', here, `192.0.2.${turn}`)
  expect(attempt(true, 'bert', here, '192.0.2.99')).toBe(30)
})

test('one IPv6 network counts as one address', () => {
  const { attempt, fail } = open()
  for (let host = 0; host < 10; host += 1) fail(1, 'anna', `2001:db8:0:1::${host}`)
  expect(attempt(true, 'anna', '2001:db8::1:0:0:0:ff')).toBe(30)
  expect(attempt(true, 'anna', '2001:db8:0:2::1')).toBe(0)
})

test('all requests for mails count, so that none tells whether there is an account', () => {
  const { limits, request } = open()
  const ask = (isSent: boolean) => {
    const { wait, end } = limits.begin('mail', request('anna', here))
    end(isSent)
    return wait
  }
  for (let turn = 0; turn < 20; turn += 1) expect(ask(turn % 2 === 0)).toBe(0)
  expect(ask(true)).toBe(30)
})
