import { expect, test } from 'vitest'
import { LastError } from './LastError.ts'
import type { LogEntry } from './LogEntry.ts'

const entry = (level: number, message: string, data: object): LogEntry => ({
  level,
  message,
  data: JSON.stringify(data),
  created: Date.parse('2026-03-01T02:30:00Z'),
})

test('the last error of a server is a failure of the server itself, not a request that was rejected because of its content', () => {
  const stored: string[] = []
  const lastError = new LastError()
  const sink = lastError.watch({ write: ({ message }) => stored.push(message) })
  sink.write(entry(0, 'GET /api/health', { type: 'request', status: 200 }))
  sink.write(entry(8, 'GET /api/missing', { type: 'request', status: 404, error: 'Not found.' }))
  expect(lastError.value).toEqual({ lastError: '', lastErrorDate: '' })
  sink.write(entry(8, 'POST /api/backups', { type: 'request', status: 503, error: 'The server is busy.' }))
  expect(lastError.value).toEqual({
    lastError: 'POST /api/backups: The server is busy.',
    lastErrorDate: '2026-03-01 02:30:00.000Z',
  })
  sink.write(entry(4, 'The mail could not be sent.', { error: `Error: ?token=${'x'.repeat(1_000)}\n    at send` }))
  sink.write(entry(8, 'GET /api/missing', { type: 'request', status: 404, error: 'Not found.' }))
  expect(lastError.value.lastError).toBe('The mail could not be sent: ?token=***')
  expect(stored).toHaveLength(5)
})

test('the last error of a server has at most 300 characters', () => {
  const lastError = new LastError()
  lastError.watch({ write: () => undefined }).write(entry(8, 'x'.repeat(1_000), {}))
  expect(lastError.value.lastError).toBe('x'.repeat(300))
})
