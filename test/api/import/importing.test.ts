import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { copySample } from '../../harness/copySample.ts'
import { inconsistencies } from '../../harness/inconsistencies.ts'
import { signToken } from '../../harness/signToken.ts'
import { startServer } from '../../harness/startServer.ts'
import { storedFiles } from '../../harness/storedFiles.ts'
import { type ServedMagazine, serveMagazine } from '../collections/serveMagazine.ts'

type Item = Record<string, unknown> & { id: string; name: string; schema: Record<string, unknown>[] }

let magazine: ServedMagazine
beforeEach(async () => {
  magazine = await serveMagazine()
})
afterEach(async () => {
  expect(inconsistencies(magazine.dataDir)).toEqual([])
  await magazine.close()
})

const exported = async () => (await magazine.change('GET', '?perPage=500&sort=created')).items as Item[]
const importing = (collections: object[], deleteMissing = false) => magazine.ask('PUT', '/import', { collections, deleteMissing })
const reasonOf = (json: Record<string, unknown>) => (json.data as { collections: { code: string; message: string } }).collections
const text = (id: string, name: string) => ({ id, name, type: 'text' })

describe('an import is accepted', () => {
  test('an import accepts views in any order, even if they read each other', async () => {
    const view = (id: string, name: string, from: string) => ({
      id,
      name,
      type: 'view',
      options: { query: `select id, text from ${from}` },
    })
    const table = { id: 'imp_table000000', name: 'imp_table', schema: [text('imp_text', 'text')] }
    const views = [
      view('imp_last0000000', 'imp_last', 'imp_middle'),
      view('imp_middle00000', 'imp_middle', 'imp_first'),
      view('imp_first000000', 'imp_first', 'imp_table'),
    ]
    const { status, text: response } = await importing([...views, table])
    expect(status, response).toBe(204)
    const { schema } = await magazine.change('GET', '/imp_last')
    expect(schema).toMatchObject([{ name: 'text', type: 'text' }])
  })

  test('an import can remove a column and change the view that read it', async () => {
    const items = await exported()
    const changed = items.map(item => {
      if (item.name === 'posts') return { ...item, schema: item.schema.filter(({ name }) => name !== 'cover') }
      if (item.name === 'post_stats') return { ...item, viewRule: '', options: { query: 'select id, title, created from posts' } }
      return item
    })
    const { status, text: response } = await importing(changed, true)
    expect(status, response).toBe(204)
    const { items: records } = await magazine.change('GET', '/post_stats/records?perPage=1&sort=id')
    expect(Object.keys((records as object[])[0] ?? {}).sort()).toEqual([
      'collectionId',
      'collectionName',
      'created',
      'id',
      'title',
    ])
  })

  test('an import can rename a table together with the query of its view', async () => {
    const changed = (await exported()).map(item => {
      if (item.name === 'tags') return { ...item, name: 'labels' }
      return item
    })
    const view = { id: 'imp_tagview0000', name: 'tag_view', type: 'view', options: { query: 'select id, name from tags' } }
    expect((await importing([view])).status).toBe(204)
    const { status, text: response } = await importing([
      { ...view, options: { query: 'select id, name from labels' } },
      ...changed,
    ])
    expect(status, response).toBe(204)
    expect((await magazine.change('GET', '/tag_view/records')).totalItems).toBe(8)
  })

  test('an import into a new directory produces the same collections', async () => {
    const items = await exported()
    const fresh = await copySample('fresh', [
      { sql: `INSERT INTO _admins (id, email, tokenKey, passwordHash) VALUES ('admin0000000001', 'a@b.example', 'x', 'x')` },
    ])
    const server = await startServer({ dataDir: fresh.dataDir })
    const ask = (method: string, path: string, body?: object) =>
      askApi(server.port, method, `/api/collections${path}`, {
        token: signToken(fresh.dataDir, 'auth', 'admin'),
        ...(body === undefined ? {} : { body }),
      })
    const { status, text: response } = await ask('PUT', '/import', { collections: items, deleteMissing: true })
    expect(status, response).toBe(204)
    const { json } = await ask('GET', '?perPage=500&sort=created')
    const bare = (list: unknown) =>
      (list as Item[])
        .map(item => ({
          ...item,
          updated: '',
          created: '',
          schema: item.schema.map(field => ({ ...field, ...(item.type === 'view' && { id: '' }) })),
        }))
        .sort((one, other) => (one.id < other.id ? -1 : 1))
    expect(bare(json.items)).toEqual(bare(items))
    expect(inconsistencies(fresh.dataDir)).toEqual([])
    await server.stop()
    await fresh.remove()
  })

  test('an import removes the files of dropped collections only if it succeeds', async () => {
    const items = (await exported()).filter(({ name }) => name !== 'scratch')
    expect(storedFiles(magazine.dataDir, 'mgscratch000001')).not.toEqual([])
    const spoilt = items.map(item => (item.name === 'tags' ? { ...item, listRule: 'nothing = 1' } : item))
    expect((await importing(spoilt, true)).status).toBe(400)
    expect(storedFiles(magazine.dataDir, 'mgscratch000001')).not.toEqual([])
    expect((await importing(items, true)).status).toBe(204)
    await expect.poll(() => storedFiles(magazine.dataDir, 'mgscratch000001')).toEqual([])
  })
})

describe('an import is rejected', () => {
  test.each(['../../etc', 'a/b', '..', 'a\\b', 'a b', "a'b", 'mgposts00000001/post00000000001'])(
    'for the new id %j, which would name a folder',
    async id => {
      const { status, json } = await importing([{ id, name: 'imp_odd', schema: [text('imp_text', 'text')] }])
      expect([status, reasonOf(json)]).toEqual([
        400,
        {
          code: 'collections_import_failure',
          message: expect.stringContaining(`"${id}" is not a valid collection id`),
        },
      ])
    },
  )

  test('an import with a duplicate id is rejected, whether or not the id exists', async () => {
    const [first] = await exported()
    const fresh = { id: 'imp_twice000000', name: 'imp_twice', schema: [text('imp_text', 'text')] }
    for (const pair of [
      [first, first],
      [fresh, { ...fresh, name: 'imp_other' }],
    ]) {
      const { status, json } = await importing(pair as object[])
      expect([status, reasonOf(json).message]).toEqual([400, expect.stringContaining('more than once')])
    }
  })

  test('an export of PocketBase 0.23 or later is rejected with a message that says so', async () => {
    const before = await exported()
    for (const newer of [
      { id: 'mgtags000000001', name: 'tags', type: 'base', fields: [{ id: 'tag_name', name: 'name', type: 'text', max: 30 }] },
      { id: 'mgpoststats0001', name: 'post_stats', type: 'view', viewQuery: 'select id from posts' },
    ]) {
      const { status, json } = await importing([before[0] as object, newer], true)
      expect([status, json.code, json.message]).toEqual([400, 400, 'Failed to import the submitted collections.'])
      expect(reasonOf(json)).toEqual({
        code: 'collections_import_newer_format',
        message: expect.stringMatching(/^This is an export of PocketBase 0\.23 or later.+Import it on the import page/),
      })
    }
    expect(await exported()).toEqual(before)
  })

  test('an import with a removed field type is rejected', async () => {
    const { status, json } = await importing([
      { id: 'imp_former00000', name: 'imp_former', schema: [{ id: 'imp_user', name: 'user', type: 'user' }] },
    ])
    expect([status, reasonOf(json)]).toEqual([
      400,
      {
        code: 'collections_import_validate_failure',
        message:
          'Data validations failed for collection "imp_former" (imp_former00000):\n{\n  "schema": {\n    "0": {\n      "type": "must be a valid value"\n    }\n  }\n}.',
      },
    ])
  })

  test('an import without a column that a view reads is rejected', async () => {
    const tables = (await exported()).filter(({ name }) => name === 'posts')
    const changed = tables.map(item => ({ ...item, schema: item.schema.filter(({ name }) => name !== 'cover') }))
    const all = (await exported()).map(item => (item.name === 'posts' ? changed[0] : item)) as object[]
    const { status, json } = await importing(all, true)
    expect([status, reasonOf(json).message]).toEqual([400, expect.stringContaining('no such column: cover')])
  })
})
