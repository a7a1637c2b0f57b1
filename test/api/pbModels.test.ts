import { expect, test } from 'vitest'
import { openPbHooks } from '../harness/openPbHooks.ts'

const source = `
  routerAdd('GET', '/by-id', (c) => {
    const dao = $app.dao()
    const caught = (work) => { try { return work() } catch (error) { return String(error) } }
    const tags = dao.findCollectionByNameOrId('tags')
    const [record, admin, collection] = [new Record(tags), new Admin(), new Collection()]
    dao.findById(record, 'tag000000000001')
    dao.findById(admin, 'admin0000000001')
    dao.findById(collection, tags.id)
    const [link] = dao.findAllExternalAuthsByRecord(dao.findRecordById('users', 'alice0000000001'))
    const { provider } = link
    link.provider = ''
    dao.findById(link, link.id)
    return c.json(200, {
      record: [record.get('name'), record.isNew()],
      admin: [admin.email, admin.validatePassword('magazine-admin-1')],
      collection: [collection.name, collection.isNew(), collection.schema.getFieldByName('name').type],
      link: link.provider === provider,
      missing: [new Record(tags), new Admin(), new Collection()].map((model) => caught(() => dao.findById(model, 'none'))),
      other: caught(() => dao.findById({}, 'none')),
    })
  })
  routerAdd('GET', '/queries', (c) => {
    const dao = $app.dao()
    const [admins, records, links] = [arrayOf(new Admin()), [], []]
    dao.modelQuery(new Admin()).where($dbx.hashExp({ email: 'second@magazine.example' })).all(admins)
    dao.modelQuery(new Record(dao.findCollectionByNameOrId('tags'))).andWhere($dbx.hashExp({ id: 'tag000000000002' })).all(records)
    const one = new Admin()
    dao.modelQuery(one).orderBy('created ASC').one(one)
    const caught = (work) => { try { return work() } catch (error) { return String(error) } }
    return c.json(200, {
      admins: admins.map((admin) => [admin.id, admin.isNew(), admin.validatePassword('magazine-admin-2')]),
      records: records.map((record) => record.get('name')),
      one: one.isNew(),
      collections: caught(() => dao.modelQuery(new Collection())),
      other: caught(() => dao.modelQuery({})),
    })
  })
  routerAdd('GET', '/tables', (c) => {
    const dao = $app.dao()
    const caught = (work) => { try { return work() } catch (error) { return String(error) } }
    const owner = dao.findRecordByViewFile('post_stats', 'cover', 'photo_sRdo4DEkSm.jpg')
    return c.json(200, {
      indexes: dao.tableIndexes('tags'),
      none: dao.tableIndexes('absent'),
      fields: dao.createViewSchema('SELECT id, title, views FROM posts').fields().map(({ name, type }) => [name, type]),
      invalid: caught(() => dao.createViewSchema('SELECT nothing FROM posts')),
      owner: [owner.collection().name, owner.id],
      missing: [
        caught(() => dao.findRecordByViewFile('post_stats', 'cover', 'none.jpg')),
        caught(() => dao.findRecordByViewFile('posts', 'cover', 'photo_sRdo4DEkSm.jpg')),
      ],
    })
  })`

test('scripts fill models by their ids, and query admins and records as models', async () => {
  const { ask } = await openPbHooks(source)
  const noRows = 'GoError: sql: no rows in result set'
  expect((await ask('GET', '/by-id')).json).toEqual({
    record: ['travel', false],
    admin: ['editor@magazine.example', true],
    collection: ['tags', false, 'text'],
    link: true,
    missing: [noRows, noRows, noRows],
    other: 'GoError: findById needs a record, a collection, an admin, an external auth or a parameter.',
  })
  expect((await ask('GET', '/queries')).json).toEqual({
    admins: [['admin0000000002', false, true]],
    records: ['food'],
    one: false,
    collections: expect.stringContaining('modelQuery is not offered for collections.'),
    other: 'GoError: modelQuery needs a record, an admin, an external auth or a parameter.',
  })
})

test('scripts read the indexes of tables, the fields of a query, and the record of a file that a view shows', async () => {
  const { ask } = await openPbHooks(source)
  const { json } = await ask('GET', '/tables')
  expect(json).toMatchObject({
    none: {},
    fields: [
      ['title', 'text'],
      ['views', 'number'],
    ],
    invalid: expect.stringContaining('GoError: options: (query: Invalid query'),
    owner: ['posts', 'post00000000001'],
    missing: ['GoError: sql: no rows in result set', 'GoError: not a view collection'],
  })
  expect(Object.entries(json.indexes as object)).toContainEqual([
    expect.stringContaining('tags_name'),
    expect.stringMatching(/^CREATE UNIQUE INDEX /),
  ])
})
