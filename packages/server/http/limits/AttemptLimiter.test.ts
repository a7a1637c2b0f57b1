import { expect, test } from 'vitest'
import { AttemptLimiter } from './AttemptLimiter.ts'

function open() {
  let time = 0
  const limiter = new AttemptLimiter(undefined, () => time)
  const attempt = (isRight: boolean, target: string, address: string) => {
    const { wait, end } = limiter.begin({ kind: 'password', target }, address)
    end(isRight)
    return wait
  }
  const fail = (times: number, target: string, address: string) =>
    Array.from({ length: times }, () => attempt(false, target, address)).filter(wait => wait > 0).length
  return {
    limiter,
    attempt,
    fail,
    pass: (seconds: number) => {
      time += seconds * 1000
    },
  }
}

const [here, elsewhere] = ['198.51.100.1', '203.0.113.9']

test('after ten wrong passwords a target gets one attempt every 30 seconds, and the remaining wait is returned', () => {
  const { attempt, fail, pass } = open()
  expect(fail(10, 'anna', here)).toBe(0)
  expect(attempt(false, 'anna', here)).toBe(30)
  pass(20)
  expect(attempt(true, 'anna', here)).toBe(10)
  pass(10)
  expect(attempt(true, 'anna', here)).toBe(0)
})

test('correct passwords do not count as attempts', () => {
  const { attempt, fail } = open()
  for (let time = 0; time < 500; time += 1) expect(attempt(true, 'anna', here)).toBe(0)
  expect(fail(10, 'anna', here)).toBe(0)
})

test('wrong passwords from one address do not lock out another address', () => {
  const { attempt, fail } = open()
  expect(fail(5000, 'anna', elsewhere)).toBe(4990)
  expect(attempt(true, 'anna', here)).toBe(0)
})

test('an address with 100 failed attempts has to wait, except for targets that have signed in from it before', () => {
  const { attempt, fail, pass } = open()
  expect(attempt(true, 'anna', here)).toBe(0)
  for (let target = 0; target < 100; target += 1) expect(fail(1, `a${target}`, here)).toBe(0)
  expect(attempt(true, 'bert', here)).toBe(6)
  expect(attempt(true, 'anna', here)).toBe(0)
  expect(attempt(true, 'bert', elsewhere)).toBe(0)
  pass(6)
  expect(attempt(true, 'bert', here)).toBe(0)
})

test('simultaneous attempts are limited like sequential ones', () => {
  const { limiter } = open()
  const begun = Array.from({ length: 50 }, () => limiter.begin({ kind: 'password', target: 'anna' }, here))
  expect(begun.filter(({ wait }) => wait === 0)).toHaveLength(10)
})

test('all addresses of an IPv6 /64 network count as one address', () => {
  const { attempt, fail } = open()
  for (let host = 0; host < 10; host += 1) fail(1, 'anna', `2001:db8:0:1::${host}`)
  expect(attempt(true, 'anna', '2001:0DB8::1:0:0:0:ff')).toBe(30)
  expect(attempt(true, 'anna', '2001:db8:0:2::1')).toBe(0)
})

test('an IPv4-mapped IPv6 address counts as the IPv4 address', () => {
  const { attempt, fail } = open()
  fail(10, 'anna', here)
  expect(attempt(true, 'anna', `::ffff:${here}`)).toBe(30)
  expect(attempt(true, 'anna', '::ffff:c633:6401')).toBe(30)
})

test('requests for mails count even if no mail was sent', () => {
  const { limiter } = open()
  const ask = (isSent: boolean) => {
    const { wait, end } = limiter.begin({ kind: 'mail' }, here)
    end(isSent)
    return wait
  }
  for (let turn = 0; turn < 20; turn += 1) expect(ask(turn % 2 === 0)).toBe(0)
  expect(ask(true)).toBe(30)
})

test('mails to one record are limited across all addresses', () => {
  const { limiter } = open()
  const ask = (host: number) => limiter.begin({ kind: 'mail', target: 'anna' }, `198.51.100.${host}`).wait
  for (let host = 0; host < 5; host += 1) expect(ask(host)).toBe(0)
  expect(ask(9)).toBe(120)
})

test('invalid tokens are limited for each address', () => {
  const { limiter } = open()
  for (let turn = 0; turn < 100; turn += 1) expect(limiter.begin({ kind: 'token' }, here).wait).toBe(0)
  expect(limiter.begin({ kind: 'token' }, here).wait).toBe(6)
  expect(limiter.begin({ kind: 'token' }, elsewhere).wait).toBe(0)
})
