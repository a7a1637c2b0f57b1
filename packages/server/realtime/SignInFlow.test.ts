import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isStartedBy, SignInFlow } from './SignInFlow.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

const returned = { clientId: 'c'.repeat(40), code: 'the-code', error: '', appName: 'App', providers: ['GitHub'] }

test('a provider response is available for ten minutes, and only with its ticket', () => {
  const flow = new SignInFlow({ application: 'https://app.example', isSameOrigin: false })
  expect(flow.held('')).toBeUndefined()
  const ticket = flow.hold(returned)
  expect(ticket).toMatch(/^c{40}\w{40}$/)
  expect(flow.held(returned.clientId)).toBeUndefined()
  vi.advanceTimersByTime(10 * 60_000 - 1)
  expect(flow.held(ticket)).toBe(returned)
  vi.advanceTimersByTime(1)
  expect(flow.held(ticket)).toBeUndefined()
})

test('a provider response stays available when the clock is set', () => {
  const flow = new SignInFlow({ application: 'https://app.example', isSameOrigin: false })
  const ticket = flow.hold(returned)
  vi.setSystemTime(Date.now() + 24 * 60 * 60_000)
  expect(flow.held(ticket)).toBe(returned)
})

test('only a sign-in started on the same origin has a browser secret, and only that secret matches', () => {
  const start = { application: 'https://app.example', isSameOrigin: true }
  const [own, other] = [new SignInFlow(start).view, new SignInFlow(start).view]
  expect(isStartedBy(own, own.browserKey)).toBe(true)
  for (const key of [undefined, '', other.browserKey, `${own.browserKey}x`, 'é'.repeat(40)]) {
    expect(isStartedBy(own, key)).toBe(false)
  }
  const foreign = new SignInFlow({ ...start, isSameOrigin: false }).view
  expect(foreign.browserKey).toBeUndefined()
  for (const key of [undefined, '', 'undefined']) expect(isStartedBy(foreign, key)).toBe(false)
})
