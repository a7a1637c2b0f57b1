import { expect, test } from 'vitest'
import { defaultPauses, renewalTime, retryPause } from './schedule.ts'

const day = 24 * 60 * 60_000

const certificate = (fingerprint: string, days: number) => ({ names: [], validFrom: 0, validTo: days * day, fingerprint })

test.each([
  [90, 60, 63],
  [6, 4, 4.2],
])('a certificate of %i days is renewed between day %i and day %f', (days, earliest, latest) => {
  expect(renewalTime(certificate('00:00:00:00:AA', days)) / day).toBeCloseTo(earliest, 5)
  const last = renewalTime(certificate('FF:FF:FF:FF:AA', days)) / day
  expect(last).toBeGreaterThan(earliest)
  expect(last).toBeLessThanOrEqual(latest)
})

test('failed orders cause at most five checks of a domain in an hour, and two a day after a while', () => {
  const attempts = [0]
  for (let failures = 1; failures < 12; failures += 1) {
    attempts.push((attempts.at(-1) ?? 0) + retryPause(defaultPauses, 'rejected', failures))
  }
  for (const start of attempts) {
    const inHour = attempts.filter(time => time >= start && time < start + day / 24)
    expect(inHour.length * 2).toBeLessThanOrEqual(5)
  }
  expect((attempts.at(-1) ?? 0) - (attempts.at(-2) ?? 0)).toBeGreaterThanOrEqual(day / 2)
})

test('an order waits as long as the authority asks', () => {
  expect(retryPause(defaultPauses, 'rateLimited', 1, 7 * day)).toBe(7 * day)
  expect(retryPause(defaultPauses, 'unavailable', 1, 5)).toBeGreaterThanOrEqual(60_000)
})
