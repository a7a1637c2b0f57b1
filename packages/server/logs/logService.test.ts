import { expect, test } from 'vitest'
import { packEntries } from './LogEntry.ts'
import { createLogService } from './logService.ts'

/** Stores entries with this data, and returns the data that reaches the store. */
async function storedData(data: object[], node?: string): Promise<string[]> {
  const stored: string[] = []
  const store = {
    store: async (entries: readonly { data: string }[]) => {
      stored.push(...entries.map(entry => entry.data))
      return 'stored' as const
    },
    maintain: async () => false,
    close: async () => undefined,
  }
  const page = packEntries(data.map(value => ({ level: 0, message: '', data: JSON.stringify(value), created: 0 })))
  await createLogService(store, node).store([page], { maxDays: 5, minLevel: 0, maxBytes: 1_000 })
  return stored
}

test('entries of a node name it, also if their data is empty or has another node', async () => {
  const stored = await storedData([{}, { status: 200, details: { a: '}' } }, { node: 'forged' }], 'one')
  expect(stored.map(data => JSON.parse(data))).toEqual([
    { node: 'one' },
    { status: 200, details: { a: '}' }, node: 'one' },
    { node: 'one' },
  ])
})

test('entries of a single server are stored as they are', async () => {
  expect(await storedData([{}, { node: 'of a script' }])).toEqual(['{}', '{"node":"of a script"}'])
})
