import type { AccessCell, Exposure } from '@coffer/schema'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createNewUser } from '../../../packages/server/access/newUser.ts'
import { askApi } from '../../harness/askApi.ts'
import { isLongRun } from '../../harness/isLongRun.ts'
import { type RandomFilters, randomFilters } from '../../harness/randomFilters.ts'
import { readCollections } from '../../harness/readCollections.ts'
import { signToken } from '../../harness/signToken.ts'
import { type ServedMagazine, serveMagazine } from '../collections/serveMagazine.ts'
import { type Client, cellFor, clientOf, readExposure } from './askAccess.ts'
import { explain } from './explain.ts'

const users = '_pb_users_auth_'
const newUser = createNewUser({ id: users, name: 'users', type: 'auth', schema: [] } as never).values

/** The personas, and the requesters that send their requests. */
const personas: Record<string, string | undefined> = {
  guest: undefined,
  [`${users}/alice0000000001`]: 'users:alice',
  'mgclients000001/client000000001': 'clients:client000000001',
  [`new:${users}`]: `users:${newUser.id}`,
}

let magazine: ServedMagazine
let random: RandomFilters
beforeAll(async () => {
  magazine = await serveMagazine()
  random = randomFilters(readCollections(magazine.dataDir))
})
afterAll(() => magazine.close())

/** Changes of these collections leave the others as they are, and their views. */
const collections = ['scratch', 'tags', 'media', 'comments', 'clients'] as const

const question = fc.constantFrom(...collections).chain(collection => {
  const rule = fc.oneof(
    { arbitrary: random.rule(collection), weight: 6 },
    fc.constantFrom(
      '',
      null,
      '@request.auth.id != ""',
      '@request.auth.verified = false && id != ""',
      '@collection.users.id ?= @request.auth.id',
    ),
  )
  const copies = fc.array(fc.record({ from: fc.nat(), to: fc.nat() }), { maxLength: 4 })
  return fc.record({ collection: fc.constant(collection), read: rule, write: rule, copies })
})

interface Copy {
  from: number
  to: number
}

/** Copies values from records to others, so that rules are met by other records in each round. Values that must be unique stay. */
async function copyValues(collection: string, copies: readonly Copy[]): Promise<void> {
  const { schema } = (await magazine.change('GET', `/${collection}`)) as { schema: { name: string; type: string }[] }
  const { items } = (await magazine.change('GET', `/${collection}/records?perPage=500`)) as { items: { id: string }[] }
  for (const { from, to } of copies) {
    const values = Object.entries(items[from % items.length] ?? {}).filter(([key]) =>
      schema.some(({ name, type }) => name === key && type !== 'file'),
    )
    await magazine.ask('PATCH', `/${collection}/records/${items[to % items.length]?.id}`, Object.fromEntries(values))
  }
}

async function idsOf(collection: string): Promise<string[]> {
  const { items } = await magazine.change('GET', `/${collection}/records?perPage=500&fields=id`)
  return (items as { id: string }[]).map(({ id }) => id)
}

/** Returns which records a client reaches. Updates change nothing but their date. */
async function reachedBy(client: Client, collection: string, ids: readonly string[], method: string): Promise<string[]> {
  const statuses = await Promise.all(
    ids.map(async id => {
      const response = await client.ask(method, `/${collection}/records/${id}`, method === 'PATCH' ? {} : undefined)
      return response.status
    }),
  )
  return ids.filter((_, index) => (statuses[index] ?? 500) < 300)
}

/** The key of a persona once a new user is stored. */
const storedKey = (persona: string): string => (persona.startsWith('new:') ? `${users}/${newUser.id}` : persona)

/** Counts the records that a persona may delete, with dry runs of the API's endpoint: a real deletion could delete others, too. */
async function countDeletable(persona: string, collection: string, ids: readonly string[]): Promise<number> {
  const asked = { persona: storedKey(persona), collection, action: 'delete' }
  const verdicts = await Promise.all(ids.map(async record => (await explain(magazine, { ...asked, record })).verdict))
  // Other statuses are for what the rule allows, such as a record that a required relation refers to.
  return verdicts.filter(({ status }) => status !== 403 && status !== 404).length
}

async function listed(client: Client, collection: string): Promise<string[]> {
  const { json } = await client.ask('GET', `/${collection}/records?perPage=500`)
  return ((json.items ?? []) as { id: string }[]).map(({ id }) => id).sort()
}

/** Asserts that a cell says of a number of reached records what is true. */
function assertCell(cell: AccessCell | undefined, reached: number, total: number): void {
  const { level, count = -1, atLeast = count, dependsOnRequest } = cell ?? { level: 'unknown' }
  if (dependsOnRequest) {
    expect([level, reached >= atLeast, reached <= count]).toEqual(['some', true, true])
  } else {
    expect(count).toBe(reached)
    const expected = reached === total && total > 0 ? 'all' : reached === 0 ? 'none' : 'some'
    expect(level).toBe(expected)
  }
}

async function exposureTo(collection: string, persona: string): Promise<Exposure> {
  return readExposure(magazine, `collections=${collection}&persona=${persona.startsWith('new:') ? '' : persona}`)
}

async function withNewUser(work: () => Promise<void>): Promise<void> {
  const { id, username, email } = newUser
  const user = { id, username, email, password: 'new-user-1', passwordConfirm: 'new-user-1' }
  await magazine.change('POST', '/users/records', user)
  await work()
  await magazine.change('DELETE', `/users/records/${id}`)
}

const rounds = isLongRun ? 100 : 8

test(
  'the exposure of random rules and records is what the API answers to requests of each persona',
  async () => {
    await fc.assert(
      fc.asyncProperty(question, async ({ collection, read, write, copies }) => {
        await copyValues(collection, copies)
        await magazine.change('PATCH', `/${collection}`, { listRule: read, viewRule: read, updateRule: write, deleteRule: write })
        const ids = await idsOf(collection)
        for (const [persona, who] of Object.entries(personas)) {
          const [exposure] = (await exposureTo(collection, persona)).collections
          if (!exposure) throw new Error('no exposure')
          const compare = async () => {
            const client = clientOf(magazine, who)
            assertCell(cellFor(exposure, persona, 'list'), (await listed(client, collection)).length, ids.length)
            assertCell(cellFor(exposure, persona, 'view'), (await reachedBy(client, collection, ids, 'GET')).length, ids.length)
            assertCell(cellFor(exposure, persona, 'delete'), await countDeletable(persona, collection, ids), ids.length)
            // Updates change dates.
            if (write?.includes('updated')) return
            assertCell(
              cellFor(exposure, persona, 'update'),
              (await reachedBy(client, collection, ids, 'PATCH')).length,
              ids.length,
            )
          }
          await (persona.startsWith('new:') ? withNewUser(compare) : compare())
        }
      }),
      { numRuns: rounds },
    )
  },
  isLongRun ? 900_000 : 240_000,
)

const rule = fc
  .constant(undefined)
  .chain(() =>
    fc.oneof(
      { arbitrary: random.rule('users'), weight: 4 },
      fc.constantFrom('', null, '@request.auth.role = "chief"', 'verified = false'),
    ),
  )

/** Returns the ids of the users whose email is in a response to a client. */
async function emailsReadBy(client: Client, ids: readonly string[]): Promise<Set<string>> {
  const read = new Set<string>()
  const add = (record: { id?: unknown; email?: unknown }) => {
    if (typeof record.email === 'string' && record.email !== '') read.add(String(record.id))
  }
  const { json } = await client.ask('GET', '/users/records?perPage=500')
  for (const record of (json.items ?? []) as { id: string }[]) add(record)
  for (const { json } of await Promise.all(ids.map(id => client.ask('GET', `/users/records/${id}`)))) add(json)
  return read
}

/** Counts the users whose email a persona can set, with dry runs: only those who manage a user can. */
async function countManaged(persona: string, ids: readonly string[]): Promise<number> {
  const asked = { persona, collection: 'users', action: 'update' }
  const explained = ids.map(record => explain(magazine, { ...asked, record, data: { email: `${record}@new.example` } }))
  return (await Promise.all(explained)).filter(({ verdict }) => verdict.isAllowed).length
}

test(
  'the emails and managed users in the exposure of random rules are those in the responses to each persona',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.record({ list: rule, view: rule, manage: rule }), async ({ list, view, manage }) => {
        const options = { manageRule: manage || null }
        await magazine.change('PATCH', '/users', { listRule: list, viewRule: view, updateRule: '', options })
        const ids = await idsOf('users')
        for (const [persona, who] of Object.entries(personas).filter(([key]) => !key.startsWith('new:'))) {
          const [exposure] = (await exposureTo('users', persona)).collections
          if (!exposure) throw new Error('no exposure')
          assertCell(cellFor(exposure, persona, 'manage'), await countManaged(persona, ids), ids.length)
          const cell = cellFor(exposure, persona, 'emails')
          const { size } = await emailsReadBy(clientOf(magazine, who), ids)
          if (cell?.dependsOnRequest) expect(size).toBeLessThanOrEqual(cell.count ?? -1)
          else expect(cell?.count ?? 0).toBe(size)
        }
      }),
      { numRuns: rounds },
    )
  },
  isLongRun ? 900_000 : 240_000,
)

/** Gives each record of media a protected file. Returns the path of one file of each. */
async function addProtectedFiles(): Promise<string[]> {
  const { port, admin } = magazine
  const { items } = await magazine.change('GET', '/media/records?perPage=500')
  const records = await Promise.all(
    (items as { id: string; confidential: string[] }[]).map(async ({ id, confidential: [file] }) => {
      if (file !== undefined) return { id, confidential: [file] }
      const body = new FormData()
      body.append('confidential', new Blob(['protected']), 'note.txt')
      const { json } = await askApi(port, 'PATCH', `/api/collections/media/records/${id}`, { token: admin, body })
      return json as { id: string; confidential: string[] }
    }),
  )
  return records.map(({ id, confidential }) => `/api/files/media/${id}/${confidential[0]}`)
}

/** Counts the files that a requester can download with a file token, or as a guest without one. */
async function countDownloads(who: string | undefined, paths: readonly string[]): Promise<number> {
  const { port, dataDir } = magazine
  const signedIn = who === undefined ? {} : { token: signToken(dataDir, 'auth', who) }
  const token = who === undefined ? '' : (await askApi(port, 'POST', '/api/files/token', signedIn)).json.token
  const responses = await Promise.all(paths.map(path => askApi(port, 'GET', `${path}?token=${token}`)))
  return responses.filter(({ status }) => status === 200).length
}

test(
  'the exposure of random view rules counts the protected files that each persona can download',
  async () => {
    const paths = await addProtectedFiles()
    const viewRule = fc.oneof(
      { arbitrary: random.rule('media'), weight: 4 },
      fc.constantFrom('', null, '@request.context = "protectedFile" && public = true', '@request.auth.id != "" && id != ""'),
    )
    await fc.assert(
      fc.asyncProperty(viewRule, async rule => {
        await magazine.change('PATCH', '/media', { viewRule: rule })
        for (const [persona, who] of Object.entries(personas)) {
          const [exposure] = (await exposureTo('media', persona)).collections
          if (!exposure) throw new Error('no exposure')
          const compare = async () =>
            assertCell(cellFor(exposure, persona, 'protectedFiles'), await countDownloads(who, paths), paths.length)
          await (persona.startsWith('new:') ? withNewUser(compare) : compare())
        }
      }),
      { numRuns: rounds },
    )
  },
  isLongRun ? 900_000 : 240_000,
)
