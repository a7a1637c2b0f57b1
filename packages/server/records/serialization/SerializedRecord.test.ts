import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copySample, type SampleCopy } from '../../../../test/harness/copySample.ts'
import type { Catalog } from '../../catalog/Catalog.ts'
import { loadCatalog } from '../../catalog/loadCatalog.ts'
import type { Row } from '../../db/engine.ts'
import { name, sql } from '../../db/sql.ts'
import { SqliteReader } from '../../db/sqlite/SqliteReader.ts'
import { jsonText } from '../../messages/json.ts'
import { readRecord, rowOf } from '../../rows/StoredRecord.ts'
import { shapeOf } from '../../rows/shape.ts'
import { publicRecord, type Related, SerializedRecord } from './SerializedRecord.ts'

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

const nothing: Related = new Map()

const readAll = async (collectionName: string) => {
  const collection = catalog.find(collectionName)
  if (!collection) throw new Error(`There is no ${collectionName}.`)
  const rows = await reader.rows(sql`SELECT ${shapeOf(collection).select} FROM ${name(collection.name)}`)
  return { collection, rows }
}

describe('the JSON text of a record', () => {
  test.each([true, false])('text() serializes value(), also with expanded records (emails shown: %s)', async showsEmail => {
    const author = await readAll('users')
    const related: Related = new Map<string, SerializedRecord | SerializedRecord[]>([
      [
        'one',
        new SerializedRecord({
          collection: author.collection,
          row: author.rows[0] as Row,
          showsEmail,
          isCacheable: true,
          related: nothing,
        }),
      ],
      [
        'many',
        author.rows.map(
          row => new SerializedRecord({ collection: author.collection, row, showsEmail, isCacheable: true, related: nothing }),
        ),
      ],
    ])
    for (const { name } of catalog.all) {
      const { collection, rows } = await readAll(name)
      for (const row of rows) {
        for (const expanded of [nothing, related]) {
          const record = new SerializedRecord({ collection, row, showsEmail, isCacheable: true, related: expanded })
          expect(`${record.text()}\n`).toBe(jsonText(record.value()))
          expect(record.text()).toBe(
            new SerializedRecord({ collection, row: [...row], showsEmail, isCacheable: true, related: expanded }).text(),
          )
        }
      }
    }
  })

  test('the keys of expand are in byte order, in value() and in text()', async () => {
    const { collection, rows } = await readAll('tags')
    const shown = { collection, row: rows[0] as Row, showsEmail: true, isCacheable: false }
    const one = new SerializedRecord({ ...shown, related: nothing })
    const wanted = ['tags', 'author', 'posts_via_tags', 'Z', 'posts(tags)']
    const record = new SerializedRecord({ ...shown, related: new Map(wanted.map(segment => [segment, one])) })
    for (const { expand } of [record.value(), JSON.parse(record.text())]) {
      expect(Object.keys(expand)).toEqual(['Z', 'author', 'posts(tags)', 'posts_via_tags', 'tags'])
    }
  })

  test('a cached text is not used for a row whose values have changed', async () => {
    const { collection, rows } = await readAll('scratch')
    const [row = []] = rows
    const textOf = (changed: Row) =>
      new SerializedRecord({ collection, row: changed, showsEmail: true, isCacheable: true, related: nothing }).text()
    const position = shapeOf(collection).position.get('n') ?? 0
    expect(JSON.parse(textOf(row.with(position, 1))).n).toBe(1)
    expect(JSON.parse(textOf(row.with(position, 2))).n).toBe(2)
    expect(JSON.parse(textOf(row.with(position, 1))).n).toBe(1)
  })

  test('a cached text is not used for a renamed collection', async () => {
    const { collection, rows } = await readAll('scratch')
    const [row = []] = rows
    const shown = { row, showsEmail: true, isCacheable: true, related: nothing }
    const renamed = { ...collection, name: 'renamed' }
    expect(JSON.parse(new SerializedRecord({ ...shown, collection }).text()).collectionName).toBe('scratch')
    expect(JSON.parse(new SerializedRecord({ ...shown, collection: renamed }).text()).collectionName).toBe('renamed')
  })
})

test('the event and the response of a change share one text of the record', async () => {
  const { collection, rows } = await readAll('scratch')
  const record = readRecord(collection, rows[0] as Row)
  const plain = new SerializedRecord({ collection, row: rowOf(record), showsEmail: true, isCacheable: false, related: nothing })
  expect(publicRecord(record)).toBe(publicRecord(record))
  expect(publicRecord(record).parts()).toEqual([publicRecord(record).text()])
  expect(publicRecord(record).text()).toBe(plain.text())
})
