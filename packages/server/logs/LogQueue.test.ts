import { expect, onTestFinished, test, vi } from 'vitest'
import type { LogEntry } from './LogEntry.ts'
import { entriesOf, type LogPage } from './LogEntry.ts'
import { LogQueue } from './LogQueue.ts'

const entry = (message: string): LogEntry => ({ level: 0, message, data: '{}', created: 0 })
const messagesOf = (pages: readonly LogPage[]): string[] => pages.flatMap(entriesOf).map(({ message }) => message)
const numbered = (count: number): string[] => Array.from({ length: count }, (_, index) => `entry ${index}`)

function open(store: (pages: LogPage[]) => Promise<boolean>) {
  const queue = new LogQueue(store)
  onTestFinished(() => queue.close())
  return queue
}

function silenceErrors() {
  const reported = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => reported.mockRestore())
  return reported
}

test('all entries are stored once, in order and in batches of up to 2,000, including those before close', async () => {
  const batches: string[][] = []
  const queue = open(async pages => {
    batches.push(messagesOf(pages))
    return true
  })
  const messages = numbered(7_003)
  for (const message of messages) queue.write(entry(message))
  await queue.close()
  expect(batches.flat()).toEqual(messages)
  expect(Math.max(...batches.map(batch => batch.length))).toBe(2_000)
})

test('entries are stored that are written while the queue closes, and none after that', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const stored: string[] = []
  const queue: LogQueue = new LogQueue(async pages => {
    if (stored.length === 0) queue.write(entry('while it closes'))
    stored.push(...messagesOf(pages))
    return true
  })
  queue.write(entry('before'))
  await queue.close()
  queue.write(entry('after'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(stored).toEqual(['before', 'while it closes'])
})

test('a batch that cannot be stored is reported on the console, and the others are stored', async () => {
  const reported = silenceErrors()
  const stored: string[] = []
  const queue = open(async pages => {
    const messages = messagesOf(pages)
    if (messages.includes('entry 200')) throw new Error('The disk is full.')
    stored.push(...messages)
    return true
  })
  const messages = numbered(2_250)
  for (const message of messages) queue.write(entry(message))
  await queue.close()
  expect(stored).toEqual([...messages.slice(0, 200), ...messages.slice(2_200)])
  expect(reported).toHaveBeenCalledWith(expect.stringMatching(/^Log entries could not be stored: Error: The disk is full/))
})

test('entries wait in order while the database is unavailable, which is reported once, and are stored afterwards', async () => {
  const reported = silenceErrors()
  const stored: string[] = []
  let attempts = 0
  const queue = open(async pages => {
    attempts += 1
    if (attempts > 2) stored.push(...messagesOf(pages))
    return attempts > 2
  })
  const messages = numbered(3_000)
  for (const message of messages) queue.write(entry(message))
  await expect.poll(() => stored.length, { timeout: 10_000 }).toBe(3_000)
  expect(stored).toEqual(messages)
  expect(reported).toHaveBeenCalledTimes(1)
})

test('the oldest entries are dropped when 32 MB wait, and a log entry states their number', async () => {
  const reported = silenceErrors()
  const stored: string[] = []
  let isAvailable = false
  const queue = open(async pages => {
    if (isAvailable) stored.push(...messagesOf(pages))
    return isAvailable
  })
  const content = 'x'.repeat(20_000)
  const messages = numbered(2_000).map(message => message + content)
  for (const message of messages.slice(0, 200)) queue.write(entry(message))
  await expect.poll(() => reported.mock.calls.length).toBe(1)
  for (const message of messages.slice(200)) queue.write(entry(message))
  isAvailable = true
  await expect.poll(() => stored.at(-1), { timeout: 10_000 }).toMatch(/^\d+ log entries were dropped/)
  const dropped = Number.parseInt(stored.at(-1) ?? '', 10)
  expect(dropped).toBeGreaterThan(300)
  expect(stored.slice(0, -1)).toEqual(messages.slice(dropped))
})

test('closing while the database is unavailable reports how many entries are lost', async () => {
  const reported = silenceErrors()
  const queue = new LogQueue(async () => false)
  for (const message of numbered(250)) queue.write(entry(message))
  await queue.close()
  expect(reported).toHaveBeenLastCalledWith(
    'Error: 250 log entries could not be stored, because the database is unavailable or the disk is full.',
  )
})

test('waiting entries are stored three seconds after the first one, even if new ones arrive', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const stored: string[] = []
  const queue = open(async pages => stored.push(...messagesOf(pages)) > 0)
  queue.write(entry('first'))
  await vi.advanceTimersByTimeAsync(2_500)
  queue.write(entry('second'))
  await vi.advanceTimersByTimeAsync(400)
  expect(stored).toEqual([])
  await vi.advanceTimersByTimeAsync(200)
  expect(stored).toEqual(['first', 'second'])
})

test('entries with unpaired surrogates and control characters are stored unchanged', async () => {
  const stored: LogEntry[] = []
  const queue = open(async pages => stored.push(...pages.flatMap(entriesOf)) > 0)
  const odd: LogEntry = { level: -4, message: 'a\ud800b\u0000é✓😀', data: '{"url":"/\\ud800"}', created: 1_764_000_000_123 }
  queue.write(odd)
  await queue.close()
  expect(stored).toEqual([odd])
})

test('a batch of long entries has at most 1.5 MB, and each of them is stored once', async () => {
  const batches: LogPage[][] = []
  const queue = open(async pages => batches.push(pages) > 0)
  const messages = numbered(1_000).map(message => message.padEnd(4_000))
  for (const message of messages) queue.write(entry(message))
  await queue.close()
  expect(batches.flatMap(messagesOf)).toEqual(messages)
  const sizes = batches.map(pages => pages.reduce((sum, { length }) => sum + length, 0))
  expect(Math.max(...sizes)).toBeLessThan(1_500_000)
  expect(batches.length).toBeLessThan(6)
})
