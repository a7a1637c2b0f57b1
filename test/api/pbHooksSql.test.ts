import { expect, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { databaseOfRun } from '../harness/copySample.ts'
import { openPbHooks } from '../harness/openPbHooks.ts'

const source = `
  routerAdd('GET', '/all', (c) => {
    const rows = arrayOf(new DynamicModel({ id: '', name: '', kind: '', created: '' }))
    $app.dao().db().newQuery('SELECT * FROM tags ORDER BY id LIMIT 2;').all(rows)
    const plain = arrayOf({})
    $app.dao().db().newQuery('SELECT * FROM tags ORDER BY id LIMIT 1').all(plain)
    return c.json(200, { rows, names: Object.keys(plain[0]).sort() })
  })
  routerAdd('POST', '/insert', (c) => {
    const db = $app.dao().db()
    const result = db.insert('tags', { id: 'lastinserted001', name: 'last', kind: 'topic', created: '', updated: '' }).execute()
    const row = new DynamicModel({ n: 0 })
    try {
      db.newQuery('SELECT rowid AS n FROM tags WHERE id = {:id}').bind({ id: 'lastinserted001' }).one(row)
    } catch {
      // PostgreSQL has no rowid.
    }
    const caught = (work) => { try { return work() } catch (error) { return String(error) } }
    return c.json(200, { changes: result.rowsAffected(), id: caught(() => result.lastInsertId()), rowid: row.n })
  })
  routerAdd('POST', '/count', (c) => {
    $app.dao().runInTransaction((tx) => {
      const record = tx.findRecordById('scratch', 'scratch00000001')
      record.set('n', record.getInt('n') + 1)
      tx.saveRecord(record)
    })
    return c.noContent(204)
  })`

test('scripts read the columns of SELECT * by their names and the rowid of an inserted row, and their transactions do not conflict with changes of the API', async () => {
  const { coffer } = await openPbHooks(source)
  const ask = (path: string, method = 'GET', body?: object) => askApi(coffer.port, method, path, body && { body })
  expect(JSON.parse((await ask('/all')).text)).toEqual({
    rows: [
      { id: 'tag000000000001', name: 'travel', kind: 'topic', created: '2026-02-14 14:01:00.007Z' },
      { id: 'tag000000000002', name: 'food', kind: 'topic', created: '2026-02-14 19:02:00.014Z' },
    ],
    names: ['created', 'id', 'kind', 'meta', 'name', 'updated'],
  })
  const inserted = (await ask('/insert', 'POST')).json
  const rejected = 'GoError: lastInsertId is not offered on PostgreSQL. Insert the row with an id of your own.'
  expect([inserted.changes, inserted.id]).toEqual([1, databaseOfRun() === 'postgres' ? rejected : inserted.rowid])
  const before = Number((await ask('/api/collections/scratch/records/scratch00000001')).json.n)
  const counts = Array.from({ length: 10 }, () => ask('/count', 'POST'))
  const changes = Array.from({ length: 10 }, (_, index) =>
    ask('/api/collections/scratch/records/scratch00000001', 'PATCH', { t: `change ${index}` }),
  )
  const statuses = (await Promise.all([...counts, ...changes])).map(({ status }) => status)
  expect(statuses).toEqual([...counts.map(() => 204), ...changes.map(() => 200)])
  expect((await ask('/api/collections/scratch/records/scratch00000001')).json.n).toBe(before + 10)
})
