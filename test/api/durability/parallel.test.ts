import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiResponse, askApi } from '../../harness/askApi.ts'
import { copySample, type SampleCopy } from '../../harness/copySample.ts'
import { queryDatabase } from '../../harness/queryDatabase.ts'
import { signToken } from '../../harness/signToken.ts'
import { type RunningServer, startServer } from '../../harness/startServer.ts'
import { storedFiles, uploadsUnderWay } from '../../harness/storedFiles.ts'

let copy: SampleCopy
let server: RunningServer
let admin: string
beforeAll(async () => {
  copy = await copySample('magazine')
  admin = signToken(copy.dataDir, 'auth', 'admin')
  server = await startServer({ dataDir: copy.dataDir, threads: 'pool' })
})
afterAll(async () => {
  await server.stop()
  await copy.remove()
})

const ask = (method: string, path: string, body?: object): Promise<ApiResponse> =>
  askApi(server.port, method, `/api/collections/${path}`, { token: admin, ...(body && { body }) })

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index))

async function make(values: object): Promise<string> {
  const { status, text, json } = await ask('POST', 'scratch/records', values)
  expect(status, text).toBe(200)
  return String(json.id)
}

const statuses = (responses: readonly ApiResponse[]) => responses.map(({ status }) => status)
const sorted = (numbers: readonly unknown[]) => numbers.map(Number).sort((one, other) => one - other)

describe('concurrent changes of one record', () => {
  test('fifty concurrent increments reach the exact sum, and each response has its own value', async () => {
    const id = await make({ n: 7 })
    const responses = await Promise.all(times(50, () => ask('PATCH', `scratch/records/${id}`, { 'n+': 1 })))
    expect(sorted(responses.map(({ json }) => json.n))).toEqual(times(50, index => index + 8))
    expect((await ask('GET', `scratch/records/${id}`)).json.n).toBe(57)
  })

  test('concurrent increments, decrements and changes of other fields are all applied', async () => {
    const id = await make({ n: 100 })
    const changes = times(60, index => [{ 'n+': 5 }, { 'n-': 2 }, { t: `text ${index}` }][index % 3] ?? {})
    const responses = await Promise.all(changes.map(body => ask('PATCH', `scratch/records/${id}`, body)))
    expect(new Set(statuses(responses))).toEqual(new Set([200]))
    const { json } = await ask('GET', `scratch/records/${id}`)
    expect([json.n, json.t]).toEqual([160, expect.stringMatching(/^text \d+$/)])
  })

  test('concurrent additions to a relation, a select and a file field are all stored', async () => {
    const id = await make({})
    const related = await Promise.all(times(20, index => make({ t: `related ${index}` })))
    const choices = ['a', 'b', 'c d', 'é']
    const form = (index: number) => {
      const data = new FormData()
      data.set('f2', new File([`file ${index}`], `part${index}.txt`))
      return data
    }
    const responses = await Promise.all([
      ...related.map(one => ask('PATCH', `scratch/records/${id}`, { 'rN+': one })),
      ...choices.map(one => ask('PATCH', `scratch/records/${id}`, { 's2+': one })),
      ...times(3, index => ask('PATCH', `scratch/records/${id}`, form(index))),
    ])
    expect(new Set(statuses(responses))).toEqual(new Set([200]))
    const { json } = await ask('GET', `scratch/records/${id}`)
    expect((json.rN as string[]).toSorted()).toEqual(related.toSorted())
    expect((json.s2 as string[]).toSorted()).toEqual(choices.toSorted())
    const named = (json.f2 as string[]).map(name => `storage/mgscratch000001/${id}/${name}`)
    expect(named).toHaveLength(3)
    expect(storedFiles(copy.dataDir, `mgscratch000001/${id}`)).toEqual(named.toSorted())
  })

  test('concurrent removals and additions of values are all applied', async () => {
    const [old, fresh] = await Promise.all(['old', 'new'].map(t => Promise.all(times(10, () => make({ t })))))
    const id = await make({ rN: old })
    const changes = times(10, index => [{ 'rN-': old?.[index] }, { 'rN+': fresh?.[index] }]).flat()
    await Promise.all(changes.map(body => ask('PATCH', `scratch/records/${id}`, body)))
    const { json } = await ask('GET', `scratch/records/${id}`)
    expect((json.rN as string[]).toSorted()).toEqual(fresh?.toSorted())
  })

  test('of concurrently replaced files only one stays, and the record refers to it', async () => {
    const id = await make({})
    const form = (index: number) => {
      const data = new FormData()
      data.set('f1', new File([`content ${index}`], 'one.txt'))
      return data
    }
    const responses = await Promise.all(times(15, index => ask('PATCH', `scratch/records/${id}`, form(index))))
    expect(new Set(statuses(responses))).toEqual(new Set([200]))
    const { json } = await ask('GET', `scratch/records/${id}`)
    const wanted = [`storage/mgscratch000001/${id}/${json.f1}`]
    await expect.poll(() => storedFiles(copy.dataDir, `mgscratch000001/${id}`)).toEqual(wanted)
    expect((await askApi(server.port, 'GET', `/api/files/scratch/${id}/${json.f1}`)).text).toMatch(/^content \d+$/)
  })

  test('a concurrent update never restores a deleted record', async () => {
    const ids = await Promise.all(times(10, () => make({ n: 1 })))
    const responses = await Promise.all(
      ids.flatMap(id => [
        ask('PATCH', `scratch/records/${id}`, { 'n+': 1 }),
        ask('DELETE', `scratch/records/${id}`),
        ask('PATCH', `scratch/records/${id}`, { 'n+': 1 }),
        ask('DELETE', `scratch/records/${id}`),
      ]),
    )
    expect(statuses(responses).filter(status => status === 204)).toHaveLength(ids.length)
    expect([200, 204, 404]).toEqual(expect.arrayContaining(statuses(responses)))
    const left = queryDatabase(copy.dataDir, 'data', 'SELECT id FROM scratch').flat()
    expect(left.filter(id => ids.includes(String(id)))).toEqual([])
  })
})

test('clients that change different records of a small collection at the same time all succeed', async () => {
  const clients = times(8, async client => {
    const id = await make({ n: client })
    const statuses = new Set<number>()
    for (let n = 0; n < 60; n += 1) statuses.add((await ask('PATCH', `scratch/records/${id}`, { n })).status)
    return [...statuses]
  })
  expect(await Promise.all(clients)).toEqual(times(8, () => [200]))
})

describe('concurrent creations', () => {
  test('of fifty records with the same unique value one is created with its files, and the others leave nothing behind', async () => {
    const filesBefore = storedFiles(copy.dataDir, 'mgposts00000001')
    const form = () => {
      const data = new FormData()
      const values = {
        title: 'At once',
        slug: 'at-once',
        status: 'draft',
        category: 'category0000002',
        author: 'author000000001',
      }
      data.set('@jsonPayload', JSON.stringify(values))
      data.append('attachments', new File(['one'], 'one.txt'))
      data.append('attachments', new File(['two'], 'two.txt'))
      return data
    }
    const responses = await Promise.all(times(50, () => ask('POST', 'posts/records', form())))
    const [made, ...more] = responses.filter(({ status }) => status === 200)
    expect(more).toEqual([])
    for (const { json } of responses.filter(response => response !== made)) {
      expect(json).toEqual({
        code: 400,
        message: 'Failed to create record.',
        data: { slug: { code: 'validation_not_unique', message: 'Value must be unique.' } },
      })
    }
    expect(queryDatabase(copy.dataDir, 'data', "SELECT count(*) FROM posts WHERE slug = 'at-once'")).toEqual([[1]])
    const named = [made?.json.attachments].flat().map(name => `storage/mgposts00000001/${made?.json.id}/${name}`)
    expect(storedFiles(copy.dataDir, 'mgposts00000001').filter(file => !filesBefore.includes(file))).toEqual(named.toSorted())
    await expect.poll(() => uploadsUnderWay(copy.dataDir)).toEqual([])
  })

  test('of fifty records with the same id one is created', async () => {
    const responses = await Promise.all(times(50, n => ask('POST', 'scratch/records', { id: 'at_once00000000', n })))
    expect(statuses(responses).filter(status => status === 200)).toHaveLength(1)
    expect(queryDatabase(copy.dataDir, 'data', "SELECT count(*) FROM scratch WHERE id = 'at_once00000000'")).toEqual([[1]])
  })

  test('of concurrent auth records one is created for each username, email and id', async () => {
    const account = { password: 'password-at-once', passwordConfirm: 'password-at-once' }
    const sameName = times(4, index =>
      ask('POST', 'users/records', { ...account, username: ['Twin', 'twin', 'TWIN', 'tWIN'][index] }),
    )
    const sameEmail = times(3, () => ask('POST', 'users/records', { ...account, email: 'twin@readers.example' }))
    const id = 'twin00000000000'
    const client = { ...account, id, email: 'twin@client-a.example', company: 'Twin', plan: 'free' }
    const sameId = [ask('POST', 'users/records', { ...account, id }), ask('POST', 'clients/records', client)]
    const succeeded = (responses: ApiResponse[]) => statuses(responses).filter(status => status === 200).length
    const counts = await Promise.all([sameName, sameEmail, sameId].map(async asking => succeeded(await Promise.all(asking))))
    expect(counts).toEqual([1, 1, 1])
  })

  test('a hundred concurrent records are all created, each with its own id', async () => {
    const responses = await Promise.all(times(100, n => ask('POST', 'scratch/records', { n, t: 'one of many' })))
    expect(new Set(statuses(responses))).toEqual(new Set([200]))
    expect(new Set(responses.map(({ json }) => json.id)).size).toBe(100)
    const list = await ask('GET', `scratch/records?perPage=200&filter=${encodeURIComponent('t = "one of many"')}`)
    expect(sorted((list.json.items as { n: number }[]).map(({ n }) => n))).toEqual(times(100, n => n))
  })
})

test('of a record and the deletion of its required relation, one is rejected', async () => {
  const categories = await Promise.all(
    times(15, n => ask('POST', 'categories/records', { name: 'Short-lived', slug: `short-${n}`, position: n })),
  )
  const responses = await Promise.all(
    categories.map(async ({ json: { id } }, n) => {
      const post = { title: 'Short-lived', slug: `short-${n}`, status: 'draft', author: 'author000000001', category: id }
      const pair = [() => ask('POST', 'posts/records', post), () => ask('DELETE', `categories/records/${id}`)]
      const [one, other] = await Promise.all((n % 2 === 0 ? pair : pair.toReversed()).map(start => start()))
      return statuses(one && other ? [one, other] : []).toSorted()
    }),
  )
  for (const pair of responses)
    expect([
      [200, 400],
      [204, 400],
    ]).toContainEqual(pair)
  const lost = 'SELECT id FROM posts WHERE category NOT IN (SELECT id FROM categories)'
  expect(queryDatabase(copy.dataDir, 'data', lost)).toEqual([])
})

test('every read that starts after a response sees the acknowledged change', async () => {
  const id = await make({ n: 0 })
  for (let n = 1; n <= 60; n += 1) {
    await ask('PATCH', `scratch/records/${id}`, { n })
    const query = `scratch/records?filter=${encodeURIComponent(`id = "${id}"`)}`
    const [view, list, counted] = await Promise.all([
      ask('GET', `scratch/records/${id}`),
      ask('GET', query),
      ask('GET', `scratch/records?filter=${encodeURIComponent(`id = "${id}" && n = ${n}`)}`),
    ])
    expect([view.json.n, list.json.items, counted.json.totalItems]).toEqual([n, [view.json], 1])
  }
})
