import { expect, test } from 'vitest'
import type { Row } from '../../db/engine.ts'
import { parseSnapshot, serializeSnapshot } from './snapshot.ts'

test('every SQLite value survives serializing and parsing a snapshot', () => {
  const row: Row = [null, '', 'a\0b "é" 😀', 0, -1.5, 1e300, Infinity, -Infinity, 2n ** 63n - 1n, new Uint8Array([0, 255, 10])]
  const snapshot = {
    records: [
      {
        collectionId: 'c',
        type: 'base' as const,
        columns: row.map((_, index) => ({ name: `${index}` })),
        rows: [row],
        absent: [],
      },
    ],
    links: { columns: ['id'], rows: [['x'], [5]] },
    references: [],
    overwritten: [
      { collectionId: 'c', recordId: 'r', columns: row.map(value => ({ name: 'x', before: value, after: 1n })), absent: ['a/b'] },
    ],
  }
  expect(parseSnapshot(serializeSnapshot(snapshot))).toEqual(snapshot)
})

test('a snapshot without overwritten values, as older versions stored it, is still parsed', () => {
  expect(parseSnapshot('{"records":[],"links":{"columns":[],"rows":[]},"references":[]}')).toMatchObject({ overwritten: [] })
})
