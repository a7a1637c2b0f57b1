import type { RecordJson } from '@coffer/fields'
import type { ListResult } from 'pocketbase'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runSample, type Surroundings } from './runSample.ts'
import { type DocumentedServer, samplePhoto, serveDocs } from './serveDocs.ts'

let server: DocumentedServer
beforeAll(async () => {
  server = await serveDocs()
})
afterAll(() => server.stop())

/** Runs a sample as the requester that it names: an admin, or alice, who has the most permissions of the users. */
async function run(collection: string, endpoint: string, record: RecordJson, surroundings: Surroundings = {}) {
  const { samples, access } = server.docs(collection, endpoint, record)
  const { signIn } = access
  const session = signIn && (await server.session(signIn === 'admin' ? signIn : 'users:alice'))
  return runSample(samples.javascript, { ...(session && { session }), ...surroundings })
}

const stored = (collection: string, id: string): Promise<RecordJson> => server.admin.collection<RecordJson>(collection).getOne(id)

describe('JavaScript samples', () => {
  test.each([
    ['posts', 'a public part'],
    ['authors', 'everyone, with relations'],
    ['secrets', 'admins'],
    ['users', 'signed-in accounts'],
    ['clients', 'accounts of another collection'],
    ['post_stats', 'a view'],
    ['author_totals', 'a view without dates'],
  ])('the sample of List/Search lists %s: %s', async collection => {
    const { page, records, record, pb } = await run(collection, 'list', server.subject(collection).record)
    const { items, totalItems } = page as ListResult<RecordJson>
    expect(items.length).toBeGreaterThan(0)
    expect(records).toHaveLength(totalItems)
    expect(record).toMatchObject({ collectionName: collection })
    expect(await pb.collection(collection).getList(1, 1)).toMatchObject({ totalItems })
  })

  test.each([
    ['posts', 'post00000000001'],
    ['secrets', undefined],
    ['users', 'carol0000000001'],
    ['post_stats', 'post00000000001'],
    ['author_totals', 'author000000001'],
  ])('the sample of View returns a record of %s', async (collection, id) => {
    const example = id ? await stored(collection, id) : (await server.admin.collection<RecordJson>(collection).getFullList())[0]
    if (example === undefined) throw new Error(`${collection} is empty.`)
    const { record } = await run(collection, 'view', example)
    expect(record).toMatchObject({ id: example.id, collectionName: collection })
    if (collection === 'posts') expect(record).toMatchObject({ expand: { category: {}, author: {} } })
  })

  test('the sample of Create creates a record like a stored one, with its relations and a file', async () => {
    const example = { ...(await stored('posts', 'post00000000002')), flags: ['opinion'] }
    const { record } = await run('posts', 'create', example, { file: await samplePhoto() })
    const { title, category, author, views } = example as RecordJson
    expect(record).toMatchObject({
      title,
      category,
      author,
      views,
      // Stored records have their own files.
      slug: 'some-text',
      cover: expect.stringMatching(/^photo_/),
    })
  })

  test('the sample of Create sends example values for all field types except optional relations', async () => {
    const { record } = await run('scratch', 'create', server.subject('scratch').record, { file: await samplePhoto() })
    const { f1, ...values } = record as RecordJson
    expect(f1).toMatch(/^photo_/)
    expect(values).toMatchObject({
      t: 'Some text',
      n: 123,
      b: true,
      e: 'test@example.com',
      u: 'https://example.com',
      d: '2022-01-01 10:00:00.123Z',
      s1: 'a',
      s2: ['a', 'b', 'c d', 'é'],
      r1: '',
      rN: [],
      j: { key: 'value' },
    })
  })

  test('the sample of Create sends for admins the values that only they can set', async () => {
    const { record } = await run('registry', 'create', server.subject('registry').record)
    expect(record).toMatchObject({ name: 'Some text', sealed: true })
  })

  test.each([
    ['posts', 'post00000000003', { title: 'Some text', summary: 'Some text', body: '<p>Some <b>rich</b> text</p>' }],
    ['scratch', 'scratch00000003', { t: 'Some text', n: 123, b: true }],
    ['secrets', undefined, { label: 'Some text', payload: { key: 'value' } }],
    ['users', 'alice0000000001', { name: 'Some text', website: 'https://example.com' }],
  ])('the sample of Update changes a record of %s', async (collection, id, changed) => {
    const known = id ?? (await server.admin.collection(collection).getFullList())[0]?.id ?? ''
    const { record } = await run(collection, 'update', { ...server.subject(collection).record, id: known, role: '' })
    expect(record).toMatchObject({ id: known, ...changed })
  })

  test.each([
    ['scratch', { t: 'to be deleted' }],
    ['secrets', { label: 'to be deleted' }],
    ['tags', { name: 'to be deleted' }],
  ])('the sample of Delete deletes a record of %s', async (collection, values) => {
    const made = await server.admin.collection<RecordJson>(collection).create(values)
    await run(collection, 'delete', made)
    await expect(stored(collection, made.id)).rejects.toMatchObject({ status: 404 })
  })
})
