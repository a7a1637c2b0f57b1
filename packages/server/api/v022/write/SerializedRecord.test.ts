import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copySample, type SampleCopy } from '../../../../../test/harness/copySample.ts'
import type { Catalog } from '../../../catalog/Catalog.ts'
import { loadCatalog } from '../../../catalog/loadCatalog.ts'
import type { Row } from '../../../db/engine.ts'
import { name, sql } from '../../../db/sql.ts'
import { SqliteReader } from '../../../db/sqlite/SqliteReader.ts'
import { jsonText } from '../../../messages/json.ts'
import { readRecord, rowOf } from '../../../records/rows/StoredRecord.ts'
import { shapeOf } from '../../../records/rows/shape.ts'
import { notExpanded, publicRecord, type VisibleRecord } from '../../../records/visible/VisibleRecord.ts'
import { recordFormat, serializeRecord, serializeRecords } from './SerializedRecord.ts'

let sample: SampleCopy
let reader: SqliteReader
let catalog: Catalog

const hostile = JSON.stringify({ expand: 0, text: ',"expand":"x",', html: '</script>\u2028' })

beforeAll(async () => {
  sample = await copySample('magazine', [{ sql: `UPDATE scratch SET j = '${hostile}', t = '","expand":{},"<&>'` }])
  reader = new SqliteReader(join(sample.dataDir, 'data.db'))
  catalog = await loadCatalog(reader, 1)
})

afterAll(async () => {
  await reader.close()
  await sample.remove()
})

/** Serializes a record as one of a list, so that its text is cached. */
const textInList = (record: VisibleRecord): string =>
  serializeRecords([record, { ...record }])
    .at(0)
    ?.text() ?? ''

async function readAll(collectionName: string) {
  const collection = catalog.find(collectionName)
  if (!collection) throw new Error(`There is no ${collectionName}.`)
  const rows = await reader.rows(sql`SELECT ${shapeOf(collection).select} FROM ${name(collection.name)}`)
  return { collection, rows }
}

describe('the JSON text of a record', () => {
  test.each([true, false])('text() serializes value(), also with expanded records (emails shown: %s)', async showsEmail => {
    const author = await readAll('users')
    const authors: VisibleRecord[] = author.rows.map(row => ({
      collection: author.collection,
      row,
      showsEmail,
      showsHidden: showsEmail,
      expand: notExpanded,
    }))
    const related: VisibleRecord['expand'] = new Map<string, VisibleRecord | VisibleRecord[]>([
      ['one', authors[0] as VisibleRecord],
      ['many', authors],
    ])
    for (const { name } of catalog.all) {
      const { collection, rows } = await readAll(name)
      for (const row of rows) {
        for (const expand of [notExpanded, related]) {
          const record = { collection, row, showsEmail, showsHidden: showsEmail, expand }
          expect(`${recordFormat.text(record)}\n`).toBe(jsonText(recordFormat.value(record)))
          expect(textInList(record)).toBe(recordFormat.text(record))
          expect(textInList({ ...record, row: [...row] })).toBe(recordFormat.text(record))
        }
      }
    }
  })

  test('the keys of expand are in byte order, in value() and in text()', async () => {
    const { collection, rows } = await readAll('tags')
    const shown = { collection, row: rows[0] as Row, showsEmail: true, showsHidden: true }
    const one = { ...shown, expand: notExpanded }
    const wanted = ['tags', 'author', 'posts_via_tags', 'Z', 'posts(tags)']
    const record = serializeRecord({ ...shown, expand: new Map(wanted.map(segment => [segment, one])) })
    for (const { expand } of [record.value(), JSON.parse(record.text())]) {
      expect(Object.keys(expand)).toEqual(['Z', 'author', 'posts(tags)', 'posts_via_tags', 'tags'])
    }
  })

  test('a cached text is not used for a row whose values have changed', async () => {
    const { collection, rows } = await readAll('scratch')
    const [row = []] = rows
    const textOf = (changed: Row) =>
      textInList({ collection, row: changed, showsEmail: true, showsHidden: true, expand: notExpanded })
    const position = shapeOf(collection).position.get('n') ?? 0
    expect(JSON.parse(textOf(row.with(position, 1))).n).toBe(1)
    expect(JSON.parse(textOf(row.with(position, 2))).n).toBe(2)
    expect(JSON.parse(textOf(row.with(position, 1))).n).toBe(1)
  })

  test('a cached text is not used for a renamed collection', async () => {
    const { collection, rows } = await readAll('scratch')
    const [row = []] = rows
    const shown = { row, showsEmail: true, showsHidden: true, expand: notExpanded }
    const renamed = { ...collection, name: 'renamed' }
    expect(JSON.parse(textInList({ ...shown, collection })).collectionName).toBe('scratch')
    expect(JSON.parse(textInList({ ...shown, collection: renamed })).collectionName).toBe('renamed')
  })
})

test('the event of a change has the text of its response', async () => {
  const { collection, rows } = await readAll('scratch')
  const record = readRecord(collection, rows[0] as Row)
  const shown = { collection, row: rowOf(record), showsEmail: true, showsHidden: true, expand: notExpanded }
  const text = recordFormat.text(publicRecord(record))
  expect(text).toBe(serializeRecord(shown).text())
  expect(recordFormat.event('update', text)).toBe(
    jsonText({ record: serializeRecord(shown).value(), action: 'update' }).trimEnd(),
  )
})
