import { afterAll, beforeAll, expect, test } from 'vitest'
import { signToken } from '../../harness/signToken.ts'
import { auth, base, field, idOf, relation } from '../records/serveCollections.ts'
import { newKey, serveUndo, type UndoServer } from './serveUndo.ts'

const list = { maxSelect: null }
const cascade = { cascadeDelete: true }

let server: UndoServer
beforeAll(async () => {
  server = await serveUndo(
    [
      base('writers', [field('name', 'text'), field('slug', 'text')], {
        indexes: ['CREATE UNIQUE INDEX writers_slug ON writers (slug) WHERE slug != ""'],
      }),
      base('texts', [
        relation('author', 'writers', cascade, true),
        field('title', 'text'),
        field('points', 'number'),
        field('more', 'json', { maxSize: 10_000 }),
      ]),
      base('notes', [relation('post', 'texts', cascade), relation('by', 'writers'), field('text', 'text')]),
      base('shelves', [relation('posts', 'texts', list), relation('few', 'texts', { maxSelect: 2 })]),
      base('nodes', [relation('others', 'nodes', list)]),
      auth('people', []),
      auth('others', []),
    ],
    { sql: [] },
  )
})
afterAll(() => server.close())

const tables = ['writers', 'texts', 'notes', 'shelves', 'people', '_externalAuths']
/** Reads all stored data except dates that change when references are updated. */
const everything = () =>
  Object.fromEntries(
    tables.map(table => [
      table,
      server.query(
        table === 'shelves' ? 'SELECT id, posts, few, created FROM shelves ORDER BY id' : `SELECT * FROM ${table} ORDER BY id`,
      ),
    ]),
  )
const stored = async (collection: string, body: object) => (await server.create(collection, body)).id
const fieldOf = async (collection: string, id: string, name: string) =>
  (await server.ask('GET', `${collection}/records/${id}`, { token: server.admin })).json[name]

test('an undo restores a record, the records deleted with it, and the references to them', async () => {
  const author = await stored('writers', { name: 'Ann', slug: 'ann' })
  const posts: string[] = []
  for (const title of ['one', 'two', 'three'])
    posts.push(await stored('texts', { author, title, points: 1.5, more: { a: [null, 2] } }))
  const [one = '', two = '', three = ''] = posts
  for (const post of posts) await stored('notes', { post, by: author, text: `on ${post}` })
  const other = await stored('writers', { name: 'Bea' })
  const kept = await stored('texts', { author: other, title: 'kept' })
  await stored('notes', { post: kept, by: author, text: 'stays' })
  await stored('shelves', { posts: [kept, two, one], few: [three] })
  await server.execute(`UPDATE texts SET points = 9007199254740993, created = '2001-01-01 00:00:00.000Z' WHERE id = '${one}'`)
  const before = everything()
  const key = newKey()
  await server.remove('writers', author, key)
  expect(server.count('texts')).toBe(1)
  expect((await server.undo(key)).json).toEqual({ restored: 1, failed: [] })
  const after = everything()
  const staying = server.query("SELECT id FROM notes WHERE text = 'stays'")[0]?.[0]
  const dated = (rows: typeof before) => ({ ...rows, notes: rows.notes?.filter(row => !row.includes(staying ?? '')) })
  expect(dated(after)).toEqual(dated(before))
  expect(await fieldOf('notes', String(staying), 'by')).toBe(author)
  expect(server.count('_cofferDeletions')).toBe(0)
})

test('a second undo, an unknown key and concurrent undos find nothing to undo', async () => {
  const author = await stored('writers', { name: 'Cid' })
  const key = newKey()
  await server.remove('writers', author, key)
  const responses = await Promise.all([server.undo(key), server.undo(key)])
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 404])
  const gone = {
    code: 404,
    message: 'There is no deletion to undo: it has been undone already, or it was too long ago.',
    data: {},
  }
  expect((await server.undo(key)).json).toEqual(gone)
  expect((await server.undo(newKey())).json).toEqual(gone)
  expect((await server.undo('!')).status).toBe(404)
})

test('deletions under one key are undone in any order of their references', async () => {
  const ids: string[] = []
  for (let n = 0; n < 60; n += 1) ids.push(await stored('nodes', { others: ids.slice(-3) }))
  await server.ask('PATCH', `nodes/records/${ids[0]}`, { body: { others: ids.slice(20) } })
  const nodes = () => server.query('SELECT * FROM nodes ORDER BY id')
  const before = nodes()
  const key = newKey()
  await Promise.all(ids.toSorted().map(id => server.remove('nodes', id, key)))
  expect(nodes()).toEqual([])
  expect((await server.undo(key)).json).toEqual({ restored: 60, failed: [] })
  const undated = (rows: typeof before) => rows.map(row => row.filter(value => !/^\d{4}-/.test(String(value))))
  expect(undated(nodes())).toEqual(undated(before))
})

test('records of two keys refer to each other again, whichever key is undone first', async () => {
  for (const order of [0, 1]) {
    const author = await stored('writers', { name: 'Dot' })
    const comment = await stored('notes', { by: author, text: 'hello' })
    for (const authorFirst of [true, false]) {
      const keys = [newKey(), newKey()]
      const deletions = [
        () => server.remove('writers', author, keys[0] ?? ''),
        () => server.remove('notes', comment, keys[1] ?? ''),
      ]
      for (const remove of authorFirst ? deletions : deletions.toReversed()) await remove()
      for (const key of order === 0 ? keys : keys.toReversed())
        expect((await server.undo(key)).json).toEqual({ restored: 1, failed: [] })
      expect(await fieldOf('notes', comment, 'by')).toBe(author)
    }
  }
})

test('an undo keeps changes that others made since the deletion', async () => {
  const author = await stored('writers', { name: 'Eve' })
  const other = await stored('writers', { name: 'Fay' })
  const [one, two, three, four] = await Promise.all(['1', '2', '3', '4'].map(title => stored('texts', { author, title })))
  const comment = await stored('notes', { by: author, text: 'mine' })
  const shelf = await stored('shelves', { posts: [one, two, three], few: [one, two] })
  const key = newKey()
  await server.remove('texts', two ?? '', key)
  await server.ask('PATCH', `shelves/records/${shelf}`, { body: { posts: [four, three], few: [one, three] } })
  expect((await server.undo(key)).json).toEqual({ restored: 1, failed: [] })
  expect(await fieldOf('shelves', shelf, 'posts')).toEqual([two, four, three])
  expect(await fieldOf('shelves', shelf, 'few')).toEqual([one, three])
  const authorKey = newKey()
  await server.remove('writers', author, authorKey)
  await server.ask('PATCH', `notes/records/${comment}`, { body: { by: other } })
  expect((await server.undo(authorKey)).json).toEqual({ restored: 1, failed: [] })
  expect(await fieldOf('notes', comment, 'by')).toBe(other)
})

test('an undeleted user can sign in with the old password, the old token and the linked provider', async () => {
  const password = 'long-enough-1'
  const id = await stored('people', { username: 'gus', email: 'gus@x.example', password, passwordConfirm: password })
  await server.execute(`INSERT INTO _externalAuths (id, collectionId, recordId, provider, providerId)
    VALUES ('link0000gus0001', '${idOf('people')}', '${id}', 'github', '4711')`)
  const token = signToken(server.dataDir, 'auth', 'people:gus')
  const refresh = async () => (await server.ask('POST', 'people/auth-refresh', { token })).status
  expect(await refresh()).toBe(200)
  const before = everything()
  const key = newKey()
  await server.remove('people', id, key)
  expect(await refresh()).toBe(401)
  expect(server.query('SELECT count(*) FROM _externalAuths WHERE providerId = 4711')).toEqual([[0]])
  expect((await server.undo(key)).json).toEqual({ restored: 1, failed: [] })
  expect(everything()).toEqual(before)
  expect(await refresh()).toBe(200)
  const signIn = await server.ask('POST', 'people/auth-with-password', { body: { identity: 'gus@x.example', password } })
  expect(signIn.status).toBe(200)
})

test('an undo lists the records that cannot be restored, and restores them later when that is possible', async () => {
  const key = newKey()
  const [taken, free] = [
    await stored('writers', { name: 'Hal', slug: 'hal' }),
    await stored('writers', { name: 'Ida', slug: 'ida' }),
  ]
  const child = await stored('texts', { author: taken, title: 'of Hal' })
  for (const id of [taken, free]) await server.remove('writers', id, key)
  const rival = await stored('writers', { slug: 'hal' })
  const failed = [
    {
      collectionId: idOf('writers'),
      recordId: taken,
      message: 'Another record has the same value of "slug", which must be unique.',
    },
  ]
  expect((await server.undo(key)).json).toEqual({ restored: 1, failed })
  expect((await server.undo(key)).json).toEqual({ restored: 0, failed })
  await server.ask('DELETE', `writers/records/${rival}`)
  await stored('texts', { id: child, author: free })
  const message = `The record ${child}, which was deleted with it, cannot be restored. Another record in "texts" has the same id.`
  expect((await server.undo(key)).json).toEqual({ restored: 0, failed: [{ ...failed[0], message }] })
  expect(server.query(`SELECT count(*) FROM writers WHERE id = '${taken}'`)).toEqual([[0]])
  await server.ask('DELETE', `texts/records/${child}`)
  expect((await server.undo(key)).json).toEqual({ restored: 1, failed: [] })
  expect(await fieldOf('texts', child, 'title')).toBe('of Hal')
})

test('an undo reports usernames and ids that are taken by other auth records', async () => {
  const account = (more: object) => ({ password: 'long-enough', passwordConfirm: 'long-enough', ...more })
  const [name, email, id, link] = await Promise.all([
    stored('people', account({ username: 'jan' })),
    stored('people', account({ username: 'kim', email: 'kim@x.example' })),
    stored('people', account({ username: 'lou' })),
    stored('people', account({ username: 'max' })),
  ])
  const add = (link: string, record: string) =>
    server.execute(`INSERT INTO _externalAuths (id, collectionId, recordId, provider, providerId)
      VALUES ('${link}', '${idOf('people')}', '${record}', 'github', '99')`)
  await add('link0000max0001', link)
  const key = newKey()
  for (const one of [name, email, id, link]) await server.remove('people', one, key)
  const rival = await stored('people', account({ username: 'JAN', email: 'kim@x.example' }))
  await stored('others', account({ id, username: 'lou' }))
  await add('link0000riv0001', rival)
  const messages = {
    [link]: 'Its github account is linked to another record now.',
    [id]: 'Another record in "others" has the same id.',
    [email]: 'Another record has the same value of "email", which must be unique.',
    [name]: 'Another auth record has the username "jan".',
  }
  const failed = Object.entries(messages).map(([recordId, message]) => ({ collectionId: idOf('people'), recordId, message }))
  const { json } = await server.undo(key)
  expect(json.restored).toBe(0)
  expect(json.failed).toEqual(expect.arrayContaining(failed))
})

test('an undo fails for a record whose required relation does not exist', async () => {
  const author = await stored('writers', { name: 'Ned' })
  const post = await stored('texts', { author, title: 'alone' })
  const comment = await stored('notes', { post, by: author })
  const [postKey, authorKey, commentKey] = [newKey(), newKey(), newKey()]
  await server.remove('notes', comment, commentKey)
  await server.remove('texts', post, postKey)
  await server.remove('writers', author, authorKey)
  const message = `Its field "author" refers to the record ${author} of "writers", which no longer exists.`
  expect((await server.undo(postKey)).json.failed).toMatchObject([{ recordId: post, message }])
  for (const key of [authorKey, postKey, commentKey]) expect((await server.undo(key)).json).toEqual({ restored: 1, failed: [] })
  expect(await fieldOf('notes', comment, 'by')).toBe(author)
})

test('an undo restores a relation that was already dangling before the deletion', async () => {
  const author = await stored('writers', { name: 'Oda' })
  const comment = await stored('notes', { by: author })
  await server.execute(`UPDATE notes SET post = 'nothing_________' WHERE id = '${comment}'`)
  const key = newKey()
  await server.remove('notes', comment, key)
  expect((await server.undo(key)).json).toEqual({ restored: 1, failed: [] })
  expect(await fieldOf('notes', comment, 'post')).toBe('nothing_________')
})

test('only admins can make deletions undoable and undo them', async () => {
  const author = await stored('writers', { name: 'Pia' })
  const key = newKey()
  const person = await stored('people', { username: 'pat', password: 'long-enough', passwordConfirm: 'long-enough' })
  const token = signToken(server.dataDir, 'auth', `people:${person}`)
  for (const who of [{}, { token }]) {
    const { status, json } = await server.ask('DELETE', `writers/records/${author}?undo=${key}`, who)
    expect([status, json.message]).toEqual([403, 'Only admins can use "undo". Nothing was changed.'])
  }
  const odd = await server.ask('DELETE', `writers/records/${author}?undo=Short`, { token: server.admin })
  expect([odd.status, odd.json.message]).toEqual([
    400,
    'The key in "undo" must have 15 to 40 characters a-z and 0-9. Nothing was changed.',
  ])
  await server.remove('writers', author, key)
  const before = server.query('SELECT * FROM _cofferDeletions')
  for (const who of [token, '']) expect((await server.undo(key, who)).status).toBe(401)
  expect(server.query('SELECT * FROM _cofferDeletions')).toEqual(before)
  expect((await server.undo(key)).json).toEqual({ restored: 1, failed: [] })
})
