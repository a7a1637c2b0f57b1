import { describe, expect, it } from 'vitest'
import { logBadges } from './logBadges.ts'

const texts = (data: Record<string, unknown>) => logBadges({ data }, 'own.example').map(({ key, text }) => `${key}: ${text}`)

describe('logBadges', () => {
  const request = {
    type: 'request',
    status: 200,
    execTime: 1.23456,
    auth: 'guest',
    method: 'GET',
    url: '/api/health',
    userIp: '::1',
  }

  it('returns status, duration, auth and IP of a request', () => {
    expect(texts(request)).toEqual(['status: 200', 'execTime: 1.235ms', 'auth: guest', 'userIp: ::1'])
  })

  it('returns the referer of a request if it has another host', () => {
    expect(texts({ ...request, referer: 'https://own.example/a' })).toHaveLength(4)
    expect(texts({ ...request, referer: 'https://other.example/own.example' })).toContain(
      'referer: https://other.example/own.example',
    )
    expect(texts({ ...request, referer: 'no address' })).toContain('referer: no address')
  })

  it('returns the error and details of a failed request last', () => {
    const failed = { ...request, status: 500, details: '<b>why</b>', error: 'It broke.' }
    expect(texts(failed).slice(-2)).toEqual(['error: It broke.', 'details: why'])
    expect(logBadges({ data: failed }, '').map(({ tone }) => tone)).toEqual([
      'danger',
      'neutral',
      'neutral',
      'neutral',
      'danger',
      'warning',
    ])
  })
})

describe('logBadges', () => {
  it('returns at most six values of other entries, including an error', () => {
    const data = { a: 1, b: true, c: null, d: '', e: { f: [1] }, g: 6, h: 7 }
    expect(texts(data)).toEqual(['a: 1', 'b: true', 'c: -', 'd: -', 'e: {"f":[1]}', 'g: 6'])
    expect(texts({ error: 'x', ...data })).toEqual(['a: 1', 'b: true', 'c: -', 'd: -', 'e: {"f":[1]}', 'error: x'])
  })

  it('cuts a value after 80 characters without splitting a surrogate pair', () => {
    const [badge] = logBadges({ data: { a: '😀'.repeat(81) } }, '')
    expect(badge?.text).toBe(`${'😀'.repeat(80)}…`)
    expect(logBadges({ data: { a: 'x'.repeat(80) } }, '')[0]?.text).toBe('x'.repeat(80))
  })
})
