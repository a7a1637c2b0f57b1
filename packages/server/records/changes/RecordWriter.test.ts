import type { Collection } from '@coffer/schema'
import { expect, test } from 'vitest'
import type { Transaction } from '../../db/engine.ts'
import { noListeners } from '../ChangeListeners.ts'
import type { StoredRecord } from '../rows/StoredRecord.ts'
import { type Change, mergeChanges, RecordWriter } from './RecordWriter.ts'

const collection = { id: 'posts' } as Collection

const version = (id: string, title: string): StoredRecord => ({ collection, values: { id, title } })

const update = (id: string, from: string, to: string, removedFiles: string[] = []): Change => ({
  action: 'update',
  before: version(id, from),
  after: version(id, to),
  removedFiles,
})

test('an insert and its updates become one insert of the final record', () => {
  const changes: Change[] = [{ action: 'create', after: version('a', '1') }, update('a', '1', '2'), update('a', '2', '3')]
  expect(mergeChanges(changes)).toEqual([{ action: 'create', after: version('a', '3') }])
})

test('updates of a record become one update with all removed files', () => {
  const changes = [update('a', '1', '2', ['x.png']), update('b', '1', '2'), update('a', '2', '3', ['y.png'])]
  expect(mergeChanges(changes)).toEqual([update('a', '1', '3', ['x.png', 'y.png']), update('b', '1', '2')])
})

test('records of different collections with the same id are not merged', () => {
  const other: StoredRecord = { collection: { ...collection, id: 'tags' } as Collection, values: { id: 'a' } }
  const changes: Change[] = [update('a', '1', '2'), { action: 'create', after: other }]
  expect(mergeChanges(changes)).toEqual(changes)
})

test('beyond 10,000 deleted records, only records with files are listed to remove their files', async () => {
  const transaction: Partial<Transaction> = { markRecordsChanged: () => undefined, run: async () => ({ changes: 1 }) }
  const context = { listeners: noListeners, logged: undefined, actor: { kind: 'server' } } as const
  const records = new RecordWriter(transaction as Transaction, context)
  const image = { id: 'image', name: 'image', type: 'file', required: false, options: { maxSelect: 1 } }
  const photos = { id: 'photos', name: 'photos', type: 'base', schema: [image] } as unknown as Collection
  const photo = (id: string, image: string): StoredRecord => ({ collection: photos, values: { id, image } })
  for (let batch = 0; batch < 11; batch += 1) {
    const withoutFiles = Array.from({ length: 1_000 }, (_, index) => photo(`${batch}/${index}`, ''))
    await records.delete(photos, withoutFiles)
  }
  await records.delete(photos, [photo('without', ''), photo('with', 'image.png')])
  const [removal] = records.deletedFiles
  expect(removal?.records.length).toBe(10_001)
  expect(removal?.records.slice(-2)).toEqual([
    { id: '9/999', files: [] },
    { id: 'with', files: ['image.png'] },
  ])
})
