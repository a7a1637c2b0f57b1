import PocketBase, { ClientResponseError, type CollectionModel } from 'pocketbase'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storedFiles } from '../../harness/storedFiles.ts'
import { type ServedMagazine, serveMagazine } from './serveMagazine.ts'

let magazine: ServedMagazine
let admin: PocketBase
beforeAll(async () => {
  magazine = await serveMagazine('pool')
  admin = new PocketBase(`http://127.0.0.1:${magazine.port}`)
  admin.autoCancellation(false)
  admin.authStore.save(magazine.admin, null)
})
afterAll(() => magazine.close())

async function rejectionOf(request: Promise<unknown>): Promise<ClientResponseError['response']> {
  try {
    await request
  } catch (error) {
    if (error instanceof ClientResponseError) return { status: error.status, ...error.response }
    throw error
  }
  throw new Error('The request was not refused.')
}

const fieldOf = (collection: CollectionModel, name: string) => collection.schema.find(field => field.name === name)

test('the official client creates, changes, fills and deletes a collection', async () => {
  const created = await admin.collections.create({
    name: 'recipes',
    type: 'base',
    listRule: '',
    viewRule: '',
    createRule: '@request.auth.id != ""',
    schema: [
      { name: 'title', type: 'text', required: true, options: { max: 80 } },
      { name: 'photo', type: 'file', options: { maxSelect: 1, maxSize: 100_000 } },
      { name: 'tags', type: 'relation', options: { collectionId: 'mgtags000000001' } },
    ],
    indexes: ['create unique index idx_recipes_title on recipes (title)'],
  })
  expect(created).toMatchObject({ name: 'recipes', indexes: ['CREATE UNIQUE INDEX `idx_recipes_title` ON `recipes` (`title`)'] })
  const soup = await admin.collection('recipes').create({
    title: 'Soup',
    tags: ['tag000000000001'],
    photo: new File(['a picture'], 'soup.txt'),
  })
  expect(storedFiles(magazine.dataDir, created.id)).toHaveLength(1)

  const schema = created.schema.map(field => (field.name === 'title' ? { ...field, name: 'name' } : field))
  const indexes = ['create unique index idx_recipes_name on recipes (name collate nocase)']
  const changed = await admin.collections.update('recipes', { schema, indexes, name: 'meals' })
  expect(fieldOf(changed, 'name')?.id).toBe(fieldOf(created, 'title')?.id)
  expect(await admin.collection('meals').getOne(soup.id, { expand: 'tags' })).toMatchObject({
    name: 'Soup',
    photo: soup.photo,
    expand: { tags: [{ id: 'tag000000000001' }] },
  })
  expect(await rejectionOf(admin.collection('meals').create({ name: 'SOUP' }))).toMatchObject({
    status: 400,
    data: { name: { code: 'validation_not_unique' } },
  })

  expect(await admin.collections.delete('meals')).toBe(true)
  expect(await rejectionOf(admin.collections.getOne('meals'))).toMatchObject({ status: 404 })
  await expect.poll(() => storedFiles(magazine.dataDir, created.id)).toEqual([])
})

test('a rejected collection lists an error for each invalid key', async () => {
  const rejection = await rejectionOf(
    admin.collections.create({ name: 'a b', schema: [{ name: '', type: 'text' }], listRule: 'missing = 1' }),
  )
  expect(rejection).toMatchObject({
    status: 400,
    data: {
      name: { code: 'validation_match_invalid' },
      schema: { 0: { name: { code: 'validation_required' } } },
      listRule: { code: 'validation_invalid_rule' },
    },
  })
  expect(rejection.data.listRule).not.toHaveProperty('position')
  const explained = await rejectionOf(admin.collections.update('tags', { listRule: 'kind = missing' }, { explain: true }))
  expect(explained.data.listRule).toMatchObject({ position: { start: 7, end: 14 } })
})

test('an auth collection is created, and a user can sign up', async () => {
  await admin.collections.create({
    name: 'members',
    type: 'auth',
    createRule: '',
    options: { allowEmailAuth: true, minPasswordLength: 8 },
  })
  const guest = new PocketBase(admin.baseUrl)
  await guest.collection('members').create({ email: 'a@members.example', password: 'password-1', passwordConfirm: 'password-1' })
  const { record } = await guest.collection('members').authWithPassword('a@members.example', 'password-1')
  expect(record).toMatchObject({ collectionName: 'members', email: 'a@members.example' })
  await admin.collections.delete('members')
})

test('an export of one server can be imported into another, which then has the same collections', async () => {
  const other = await serveMagazine('pool')
  try {
    const client = new PocketBase(`http://127.0.0.1:${other.port}`)
    client.authStore.save(other.admin, null)
    await admin.collections.create({ name: 'extra', type: 'base', schema: [{ name: 'a', type: 'text' }], listRule: '' })
    await admin.collections.create({ name: 'extras', type: 'view', options: { query: 'select id, a from extra' }, listRule: '' })
    await client.collections.create({ name: 'unknown', type: 'base', schema: [{ name: 'b', type: 'text' }] })

    const exported = await admin.collections.getFullList({ sort: 'name' })
    expect(await client.collections.import(exported, true)).toBe(true)

    // The fields of a view get new ids with each save.
    const comparable = (collections: CollectionModel[]) =>
      collections.map(({ updated, created, schema, ...collection }) => ({
        ...collection,
        schema: schema.map(field => (collection.type === 'view' ? { ...field, id: '' } : field)),
      }))
    expect(comparable(await client.collections.getFullList({ sort: 'name' }))).toEqual(comparable(exported))
    expect(await client.collection('posts').getList(1, 1, { filter: 'id = "post00000000001"' })).toMatchObject({ totalItems: 1 })
    expect(await client.collection('extras').getList()).toMatchObject({ items: [] })
    await admin.collections.delete('extras')
    await admin.collections.delete('extra')
  } finally {
    await other.close()
  }
})

test('a failed import changes nothing', async () => {
  const before = await admin.collections.getFullList({ sort: 'name' })
  const imported = [{ name: 'fine', schema: [{ name: 'a', type: 'text' }] }, { name: 'not fine' }]
  expect(await rejectionOf(admin.collections.import(imported as unknown as CollectionModel[]))).toMatchObject({
    status: 400,
    message: 'Failed to import the submitted collections.',
    data: { collections: { code: 'collections_import_validate_failure' } },
  })
  expect(await admin.collections.getFullList({ sort: 'name' })).toEqual(before)
})
