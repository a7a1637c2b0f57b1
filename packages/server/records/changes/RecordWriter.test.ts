import type { Collection } from '@coffer/schema'
import { expect, test } from 'vitest'
import type { StoredRecord } from '../rows/StoredRecord.ts'
import { mergeChanges } from './RecordWriter.ts'
import type { Change } from './superfluousFiles.ts'

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
