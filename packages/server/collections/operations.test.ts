import { type CollectionForm, readFieldDrafts, readImport } from '@coffer/schema'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openPostgres, type PostgresServer } from '../../../test/harness/openPostgres.ts'
import { loadCatalog } from '../catalog/loadCatalog.ts'
import { randomFieldId } from '../crypto/randomText.ts'
import type { Engine } from '../db/engine.ts'
import { createTestDatabase } from '../db/postgres/testing/openTestDatabase.ts'
import { sql } from '../db/sql.ts'
import { openEngines } from '../db/testing/openEngines.ts'
import { changeCollection, changeCollections } from './changeCollections.ts'
import { deleteCollection } from './deleteCollection.ts'
import { importCollections } from './importCollections.ts'
import { submitCollection } from './submitCollection.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await openPostgres()
})
afterAll(() => server.close())

/** Opens a database with the system tables. */
async function openDatabase(kind: 'sqlite' | 'postgres'): Promise<Engine> {
  if (kind === 'sqlite') {
    const { one, close } = await openEngines(kind, 'data')
    onTestFinished(close)
    return one
  }
  const { engine, close } = await createTestDatabase(server)
  onTestFinished(close)
  await engine.transaction(transaction => transaction.runEach(engine.schema.systemTables.data))
  return engine
}

/** Opens a database without collections. Returns the operations on collections, which take a name in place of a stored collection. */
async function open(kind: 'sqlite' | 'postgres') {
  const db = await openDatabase(kind)
  let reads = 0
  const catalogOfNow = () => loadCatalog(db, ++reads)
  const context = async () => ({ db, catalog: await catalogOfNow(), log: () => undefined })
  return {
    db,
    collections: async () => (await catalogOfNow()).all,
    submit: async (form: CollectionForm, stored = '') =>
      changeCollection(await context(), (transaction, catalog, report) =>
        submitCollection(transaction, catalog, catalog.find(stored), form, report),
      ),
    remove: async (stored: string) =>
      changeCollections(await context(), async (transaction, catalog) => {
        const collection = catalog.find(stored)
        if (collection) await deleteCollection(transaction, catalog, collection)
      }),
    importAll: async (sent: unknown, deleteMissing: boolean) =>
      changeCollections(await context(), (transaction, catalog, report) =>
        importCollections(transaction, catalog, readImport(sent, randomFieldId), { deleteMissing }, report),
      ),
  }
}

const fields = (...sent: Record<string, unknown>[]) => readFieldDrafts(sent, randomFieldId)

const title = { id: 'title001', name: 'title', type: 'text' }
const renamedTitle = { ...title, name: 'name' }
const books: CollectionForm = { name: 'books', schema: fields(title) }
const invalidName: CollectionForm = { ...books, name: 'no name' }

describe.each(['sqlite', 'postgres'] as const)('collections on %s, without HTTP', kind => {
  test('a collection is created with a table that holds records, and an invalid one changes nothing', async () => {
    const { db, collections, submit } = await open(kind)
    await expect(submit(invalidName)).rejects.toMatchObject({
      kind: 'invalid',
      issues: { name: { code: 'validation_match_invalid' } },
    })
    expect(await collections()).toEqual([])

    const created = await submit(books)
    expect(await collections()).toEqual([created])
    await db.transaction(transaction => transaction.run(sql`INSERT INTO books (id, title) VALUES ('a', 'Dune')`))
    expect(await db.rows(sql`SELECT title FROM books`)).toEqual([['Dune']])
    await expect(submit(books)).rejects.toMatchObject({
      kind: 'invalid',
      issues: { name: { code: 'validation_collection_name_exists' } },
    })
  })

  test('a change of a collection keeps the values of its records, and an invalid change keeps the collection', async () => {
    const { db, collections, submit } = await open(kind)
    await submit(books)
    await db.transaction(transaction => transaction.run(sql`INSERT INTO books (id, title) VALUES ('a', 'Dune')`))

    const schema = fields(renamedTitle, { name: 'pages', type: 'number' })
    const changed = await submit({ name: 'novels', schema, listRule: 'pages > 1' }, 'books')
    expect(await collections()).toEqual([changed])
    expect(await db.rows(sql`SELECT name, pages FROM novels`)).toEqual([['Dune', 0]])

    await expect(submit({ listRule: 'author = 1' }, 'novels')).rejects.toMatchObject({
      kind: 'invalid',
      issues: { listRule: expect.anything() },
    })
    const unbuilt = submit({ indexes: ['CREATE INDEX by_author ON novels (author)'] }, 'novels')
    await expect(unbuilt).rejects.toMatchObject({ kind: 'conflict', code: 'collectionNotUpdated' })
    expect(await collections()).toEqual([changed])
  })

  test('a collection is deleted with its table, unless a relation of another one references it', async () => {
    const { db, collections, submit, remove } = await open(kind)
    const { id } = await submit(books)
    const relation = { name: 'book', type: 'relation', options: { collectionId: id } }
    await submit({ name: 'loans', schema: fields(relation) })
    await expect(remove('books')).rejects.toMatchObject({ kind: 'conflict', code: 'collectionNotDeleted' })
    expect(await db.rows(sql`SELECT id FROM books`)).toEqual([])

    await remove('loans')
    await remove('books')
    expect(await collections()).toEqual([])
    await expect(db.rows(sql`SELECT id FROM books`)).rejects.toThrow('books')
  })

  test('an import creates, changes and deletes collections, or changes nothing if one of them is invalid', async () => {
    const { db, collections, submit, importAll } = await open(kind)
    const stored = await submit(books)
    await submit({ ...books, name: 'scraps' })
    const before = await collections()
    const loans = { ...books, id: 'loans0000000001', name: 'loans' }
    const view = { id: 'titles000000001', name: 'titles', type: 'view', options: { query: 'SELECT id, name FROM novels' } }
    const renamed = { ...stored, name: 'novels', schema: [renamedTitle] }

    const failing = importAll([loans, { ...renamed, listRule: 'author = 1' }], true)
    await expect(failing).rejects.toMatchObject({ kind: 'invalid', code: 'collectionsNotImported' })
    const broken = importAll([loans, { ...view, options: { query: 'SELECT id FROM nowhere' } }], true)
    await expect(broken).rejects.toMatchObject({ kind: 'conflict', code: 'collectionsNotImported' })
    expect(await collections()).toEqual(before)

    await importAll([loans, renamed, view], true)
    expect((await collections()).map(one => one.name).sort()).toEqual(['loans', 'novels', 'titles'])
    expect(await db.rows(sql`SELECT id, name FROM titles`)).toEqual([])
  })
})
