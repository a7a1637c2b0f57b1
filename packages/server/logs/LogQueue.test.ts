import { expect, onTestFinished, test, vi } from 'vitest'
import type { LogEntry } from '../messages/LogEntry.ts'
import { entriesOf, type LogPage } from '../messages/LogPage.ts'
import { LogQueue } from './LogQueue.ts'

const entry = (message: string): LogEntry => ({ level: 0, message, data: '{}', created: 0 })
const messagesOf = (pages: readonly LogPage[]): string[] => pages.flatMap(entriesOf).map(({ message }) => message)
const numbered = (count: number): string[] => Array.from({ length: count }, (_, index) => `entry ${index}`)

const open = (store: (pages: LogPage[]) => Promise<void>) => {
  const queue = new LogQueue(store)
  onTestFinished(() => queue.close())
  return queue
}

test('all entries are stored once, in order and in batches of up to 2,000, including those before close', async () => {
  const batches: string[][] = []
  const queue = open(async pages => {
    batches.push(messagesOf(pages))
  })
  const messages = numbered(7_003)
  for (const message of messages) queue.write(entry(message))
  await queue.close()
  expect(batches.flat()).toEqual(messages)
  expect(Math.max(...batches.map(batch => batch.length))).toBe(2_000)
})

test('a batch that cannot be stored is reported on the console, and the others are stored', async () => {
  const reported = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => reported.mockRestore())
  const stored: string[] = []
  const queue = open(async pages => {
    const messages = messagesOf(pages)
    if (messages.includes('entry 200')) throw new Error('The disk is full.')
    stored.push(...messages)
  })
  const messages = numbered(2_250)
  for (const message of messages) queue.write(entry(message))
  await queue.close()
  expect(stored).toEqual([...messages.slice(0, 200), ...messages.slice(2_200)])
  expect(reported).toHaveBeenCalledWith('Log entries could not be stored:', expect.any(Error))
})

test('waiting entries are stored when no new entry arrives for three seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const stored: string[] = []
  const queue = open(async pages => void stored.push(...messagesOf(pages)))
  queue.write(entry('first'))
  await vi.advanceTimersByTimeAsync(2_900)
  queue.write(entry('second'))
  await vi.advanceTimersByTimeAsync(2_900)
  expect(stored).toEqual([])
  await vi.advanceTimersByTimeAsync(200)
  expect(stored).toEqual(['first', 'second'])
})

test('entries with unpaired surrogates and control characters are stored unchanged', async () => {
  const stored: LogEntry[] = []
  const queue = open(async pages => void stored.push(...pages.flatMap(entriesOf)))
  const odd: LogEntry = { level: -4, message: 'a\ud800b\u0000é✓😀', data: '{"url":"/\\ud800"}', created: 1_764_000_000_123 }
  queue.write(odd)
  await queue.close()
  expect(stored).toEqual([odd])
})
