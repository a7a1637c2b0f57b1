import type { Collection } from '@coffer/schema'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copySample, type SampleCopy } from '../../../test/harness/copySample.ts'
import { databaseOf } from '../../../test/harness/postgres/testDatabases.ts'
import type { App } from '../api/App.ts'
import { findAdmin } from '../auth/admins.ts'
import { openInstallation } from '../dataDirectory/openInstallation.ts'
import { versions } from '../runtime/cache/versions.ts'
import { createApp } from '../threads/createApp.ts'
import { createRecord } from './createRecord.ts'
import { deleteRecord } from './deleteRecord.ts'
import { readRecords, viewRecord } from './readRecords.ts'
import { findRecord } from './rows/findRecord.ts'
import { readRecord } from './rows/StoredRecord.ts'
import { type Actor, createActor } from './rules/Actor.ts'
import type { Requester } from './rules/Requester.ts'
import { getUpdatable, updateRecord } from './updateRecord.ts'

let sample: SampleCopy
let app: App
beforeAll(async () => {
  sample = await copySample('magazine')
  const { dataDir } = sample
  const config = { dataDir, database: databaseOf(dataDir), encryptionKey: '', queryTimeout: 30 }
  const shared = versions()
  const installation = openInstallation(config)
  const db = await installation.openDatabase({ schemaVersion: () => shared.current('collections') })
  const logs = await installation.openLogReader(db, shared.noteLogDamage)
  app = await createApp(config, { db, logs }, shared, () => undefined).snapshot()
})
afterAll(async () => {
  await app.db.close()
  await sample.remove()
})

const [chief, writer] = ['alice0000000001', 'bob000000000001']
const noParts = { method: 'GET', query: [], headers: {} } as const

async function collectionOf(name: string): Promise<Collection> {
  const collection = app.catalog.find(name)
  if (!collection) throw new Error(`There is no collection ${name}.`)
  return collection
}

/** Creates the actor for a user of the sample, or for a guest, without a request. */
async function actorFor(id?: string, query: readonly [string, string][] = []): Promise<Actor> {
  const collection = await collectionOf('users')
  const record = id === undefined ? undefined : await findRecord(app.db, collection, id)
  const requester: Requester =
    record && collection.type === 'auth' ? { kind: 'authRecord', collection, record } : { kind: 'guest' }
  return createActor(requester, { ...noParts, query })
}

async function adminActor(): Promise<Actor> {
  const admin = await findAdmin(app.db, 'admin0000000001')
  if (!admin) throw new Error('The sample has no admin.')
  return createActor({ kind: 'admin', admin }, noParts)
}

test('a record is created with the rights of its actor, and rules read the input as @request.data', async () => {
  const tags = await collectionOf('tags')
  const input = { values: { name: 'Porto', kind: 'place' }, files: [] }
  const { record } = await createRecord(app, await actorFor(writer), tags, input)
  expect(await findRecord(app.db, tags, String(record.values.id))).toMatchObject({ values: { name: 'Porto', kind: 'place' } })

  const denied = { kind: 'invalid', code: 'recordNotCreated' }
  const other = { ...input, values: { name: 'Faro', kind: 'place' } }
  await expect(createRecord(app, await actorFor(), tags, other)).rejects.toMatchObject(denied)
  await expect(createRecord(app, await actorFor(writer), tags, { ...other, ruleValues: {} })).rejects.toMatchObject(denied)
  await expect(createRecord(app, await actorFor(writer), tags, { ...input, values: { kind: 'place' } })).rejects.toMatchObject({
    kind: 'invalid',
    issues: { name: { code: 'validation_required' } },
  })
  await expect(createRecord(app, await actorFor(chief), await collectionOf('secrets'), input)).rejects.toMatchObject({
    kind: 'forbidden',
    code: 'adminsOnly',
  })
})

test('a record is updated only by an actor whom the update rule allows', async () => {
  const tags = await collectionOf('tags')
  const id = 'tag000000000001'
  const input = { values: { name: 'voyages' }, files: [] }
  await expect(updateRecord(app, await actorFor(writer), tags, id, input)).rejects.toMatchObject({ kind: 'missing' })
  await expect(getUpdatable(app, await actorFor(writer), tags, id, input)).rejects.toMatchObject({ kind: 'missing' })
  await getUpdatable(app, await actorFor(chief), tags, id, input)
  expect((await findRecord(app.db, tags, id))?.values.name).toBe('travel')

  await updateRecord(app, await actorFor(chief), tags, id, input)
  expect((await findRecord(app.db, tags, id))?.values.name).toBe('voyages')
})

test('a record is deleted only if its rule and the records that require it allow that', async () => {
  const [tags, categories] = [await collectionOf('tags'), await collectionOf('categories')]
  const id = 'tag000000000002'
  await expect(deleteRecord(app, await actorFor(chief), tags, id)).rejects.toMatchObject({ kind: 'missing' })
  await deleteRecord(app, await actorFor(chief, [['force', '1']]), tags, id)
  expect(await findRecord(app.db, tags, id)).toBeUndefined()

  const posts = await collectionOf('posts')
  const post = await findRecord(app.db, posts, 'post00000000001')
  await expect(deleteRecord(app, await adminActor(), categories, String(post?.values.category))).rejects.toMatchObject({
    kind: 'conflict',
    code: 'recordNotDeleted',
  })
})

test('an actor reads the records that the rules show, and filters them by names that the actor can use', async () => {
  const posts = await collectionOf('posts')
  const query = { filter: 'status = "draft"', limit: 3, offset: 0, isCounted: true }
  const { records, total } = await readRecords(app, await actorFor(chief), posts, query)
  expect(records).toHaveLength(3)
  const draft = (records[0] && readRecord(posts, records[0].row).values) ?? {}
  expect([draft.status, total]).toEqual(['draft', expect.any(Number)])

  expect(await readRecords(app, await actorFor(), posts, query)).toMatchObject({ records: [], total: 0 })
  const viewed = await viewRecord(app, await actorFor(chief), posts, String(draft.id))
  expect(readRecord(posts, viewed.row).values).toEqual(draft)
  await expect(viewRecord(app, await actorFor(), posts, String(draft.id))).rejects.toMatchObject({ kind: 'missing' })
  const restricted = { ...query, filter: '@request.auth.role = "chief"' }
  await expect(readRecords(app, await actorFor(chief), posts, restricted)).rejects.toMatchObject({ kind: 'forbidden' })
  await expect(readRecords(app, await actorFor(chief), await collectionOf('secrets'), query)).rejects.toMatchObject({
    kind: 'forbidden',
    code: 'adminsOnly',
  })
})
