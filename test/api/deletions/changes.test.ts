import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { signToken } from '../../harness/signToken.ts'
import { storedFiles } from '../../harness/storedFiles.ts'
import { auth, base, field, idOf, relation } from '../records/serveCollections.ts'
import { newKey, serveUndo, type UndoServer } from './serveUndo.ts'

const list = { maxSelect: null }

let server: UndoServer
beforeAll(async () => {
  server = await serveUndo([
    base('labels', [field('name', 'text')]),
    base(
      'tasks',
      [
        field('title', 'text'),
        field('points', 'number'),
        field('slug', 'text'),
        field('more', 'json', { maxSize: 10_000 }),
        relation('labels', 'labels', list),
        relation('main', 'labels', {}, true),
        field('photo', 'file'),
      ],
      { indexes: ['CREATE UNIQUE INDEX tasks_slug ON tasks (slug) WHERE slug != ""'] },
    ),
    auth('members', [field('note', 'text')]),
  ])
})
afterAll(() => server.close())

const read = async (id: string, collection = 'tasks') =>
  (await server.ask('GET', `${collection}/records/${id}`, { token: server.admin })).json
async function change(id: string, body: object, key: string, collection = 'tasks') {
  const { status, text } = await server.ask('PATCH', `${collection}/records/${id}?undo=${key}`, { token: server.admin, body })
  if (status !== 200) throw new Error(`${status} ${text}`)
}
const failure = (recordId: string, message: string, collection = 'tasks') => ({
  restored: 0,
  failed: [{ collectionId: idOf(collection), recordId, message }],
})

async function createTask(body: object = {}) {
  const { id: main } = await server.create('labels', {})
  return server.create('tasks', { title: 'old', points: 3, more: { a: 1 }, main, ...body })
}

test('an undo restores the earlier values of exactly the fields that were changed', async () => {
  const { id: label } = await server.create('labels', {})
  const [one, other] = [await createTask({ labels: [label] }), await createTask()]
  const key = newKey()
  await change(one.id, { title: 'new', 'points+': 5, labels: [] }, key)
  await change(other.id, { title: 'new', 'points+': 5, labels: [] }, key)
  await server.ask('PATCH', `tasks/records/${one.id}`, { body: { more: { a: 2 } } })
  const later = await read(one.id)
  expect((await server.undo(key)).json).toEqual({ restored: 2, failed: [] })
  const { updated, ...values } = await read(one.id)
  expect(values).toMatchObject({ title: 'old', points: 3, labels: [label], more: { a: 2 } })
  expect(String(updated) > String(later.updated)).toBe(true)
  expect(await read(other.id)).toMatchObject({ title: 'old', points: 3, labels: [] })
  expect((await server.undo(key)).status).toBe(404)
})

test('an undo does not overwrite a field that was changed again, and says so', async () => {
  const { id } = await createTask()
  const key = newKey()
  await change(id, { title: 'new', points: 9 }, key)
  await server.ask('PATCH', `tasks/records/${id}`, { body: { title: 'newer' } })
  expect((await server.undo(key)).json).toEqual(failure(id, 'The field "title" was changed again.'))
  expect(await read(id)).toMatchObject({ title: 'newer', points: 9 })
  await server.ask('PATCH', `tasks/records/${id}`, { body: { title: 'new' } })
  expect((await server.undo(key)).json).toEqual({ restored: 1, failed: [] })
  expect(await read(id)).toMatchObject({ title: 'old', points: 3 })
})

test('an undo says that a record was deleted or that its earlier value is taken', async () => {
  const { id } = await createTask()
  const key = newKey()
  await change(id, { title: 'new' }, key)
  await server.ask('DELETE', `tasks/records/${id}`)
  expect((await server.undo(key)).json).toEqual(failure(id, 'It has been deleted.'))

  const { id: named } = await createTask({ slug: 'first' })
  const slugKey = newKey()
  await change(named, { slug: '' }, slugKey)
  await createTask({ slug: 'first' })
  expect((await server.undo(slugKey)).json).toEqual(
    failure(named, 'Another record has the same value of "slug", which must be unique.'),
  )
})

test('changes of one record under several keys are undone in the reverse order', async () => {
  const { id } = await createTask()
  const [first, second] = [newKey(), newKey()]
  await change(id, { title: 'second' }, first)
  await change(id, { title: 'third' }, second)
  expect((await server.undo(first)).json).toEqual(failure(id, 'The field "title" was changed again.'))
  expect((await server.undo(second)).json).toEqual({ restored: 1, failed: [] })
  expect((await server.undo(first)).json).toEqual({ restored: 1, failed: [] })
  expect(await read(id)).toMatchObject({ title: 'old' })
})

test('an undo leaves out relations whose records are gone, and puts them back when these return', async () => {
  const { id: gone } = await server.create('labels', {})
  const { id: stays } = await server.create('labels', {})
  const { id, main } = await createTask({ labels: [gone, stays] })
  const [key, deletionKey] = [newKey(), newKey()]
  await change(id, { labels: [] }, key)
  await server.remove('labels', gone, deletionKey)
  expect((await server.undo(key)).json).toEqual({ restored: 1, failed: [] })
  expect(await read(id)).toMatchObject({ labels: [stays] })
  expect((await server.undo(deletionKey)).json).toEqual({ restored: 1, failed: [] })
  expect(await read(id)).toMatchObject({ labels: [gone, stays] })

  const mainKey = newKey()
  await change(id, { main: stays }, mainKey)
  await server.ask('DELETE', `labels/records/${main}`)
  const { failed } = (await server.undo(mainKey)).json as { failed: { message: string }[] }
  expect(failed[0]?.message).toBe(`Its field "main" refers to the record ${main} of "labels", which no longer exists.`)
  expect(await read(id)).toMatchObject({ main: stays })
})

test('deleted files stay in the storage until the change can no longer be undone', async () => {
  const { id: main } = await server.create('labels', {})
  const form = new FormData()
  form.set('main', main)
  form.set('photo', new File(['a photo'], 'photo.txt'))
  const created = await fetch(`http://127.0.0.1:${server.port}/api/collections/tasks/records`, { method: 'POST', body: form })
  const { id, photo } = (await created.json()) as { id: string; photo: string }
  const names = () => storedFiles(server.dataDir, `${idOf('tasks')}/${id}`).filter(name => name.endsWith(photo))
  expect(names()).toHaveLength(1)
  const key = newKey()
  await change(id, { photo: '' }, key)
  expect(await read(id)).toMatchObject({ photo: '' })
  expect(names()).toHaveLength(1)
  expect((await server.undo(key)).json).toEqual({ restored: 1, failed: [] })
  expect(await read(id)).toMatchObject({ photo })

  await server.ask('PATCH', `tasks/records/${id}`, { body: { photo: '' } })
  await expect.poll(names).toEqual([])
})

test('undoing a verification restores the linked providers and the sessions that it ended', async () => {
  const { id } = await server.create('members', { password: '12345678', passwordConfirm: '12345678', username: 'member' })
  const collectionId = idOf('members')
  await server.execute(`INSERT INTO _externalAuths (id, collectionId, recordId, provider, providerId, created, updated)
    VALUES ('link00000000001', '${collectionId}', '${id}', 'github', 'g1', '2022-01-01 00:00:00.000Z', '2022-01-01 00:00:00.000Z')`)
  const stored = () => [
    server.query(`SELECT verified, tokenKey, passwordHash FROM members WHERE id = '${id}'`),
    server.query(`SELECT * FROM _externalAuths WHERE recordId = '${id}'`),
  ]
  const before = stored()
  const key = newKey()
  await change(id, { verified: true }, key, 'members')
  expect(stored()[1]).toEqual([])
  expect((await server.undo(key)).json).toEqual({ restored: 1, failed: [] })
  expect(stored()).toEqual(before)
})

test('undoing a change of the email or the password ends the tokens again, and makes none valid that the change has ended', async () => {
  const setRules = (rules: string) => server.ask('PATCH', '../settings/dialect', { token: server.admin, body: { rules } })
  onTestFinished(async () => void (await setRules('0.22')))
  expect((await setRules('today')).status).toBe(200)
  const passwords = (password: string) => ({ password, passwordConfirm: password })
  const user = { username: 'revoked', email: 'old@x.example', note: 'old', ...passwords('12345678') }
  const { id } = await server.create('members', user)
  const tokenNow = () => signToken(server.dataDir, 'auth', 'members:revoked')
  const isValid = async (token: string) => (await server.ask('POST', 'members/auth-refresh', { token })).status === 200
  for (const body of [{ email: 'new@x.example', note: 'new' }, passwords('87654321')]) {
    const key = newKey()
    const before = tokenNow()
    await change(id, body, key, 'members')
    const between = tokenNow()
    expect([await isValid(before), await isValid(between)]).toEqual([false, true])
    // A reset of the password, which ends the tokens, does not prevent the undo of another value.
    await server.execute(`UPDATE members SET "tokenKey" = "tokenKey" || 'x' WHERE id = '${id}'`)
    expect((await server.undo(key)).json).toEqual({ restored: 1, failed: [] })
    expect([await isValid(before), await isValid(between), await isValid(tokenNow())]).toEqual([false, false, true])
  }
  expect(await read(id, 'members')).toMatchObject({ email: 'old@x.example', note: 'old' })
})

test('clients other than admins cannot use an undo key, and a wrong key changes nothing', async () => {
  const { id } = await createTask()
  const ask = (key: string, token?: string) =>
    server.ask('PATCH', `tasks/records/${id}?undo=${key}`, { body: { title: 'new' }, ...(token && { token }) })
  expect((await ask(newKey())).status).toBe(403)
  expect((await ask(newKey(), signToken(server.dataDir, 'auth', 'users:alice'))).status).toBe(403)
  expect((await ask('short', server.admin)).status).toBe(400)
  expect(await read(id)).toMatchObject({ title: 'old' })
})
