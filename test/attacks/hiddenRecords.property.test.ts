import fc, { type Arbitrary } from 'fast-check'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type ApiResponse, askApi } from '../harness/askApi.ts'
import { changeDatabase } from '../harness/changeDatabase.ts'
import { copySample, databaseOfRun, type Preparation } from '../harness/copySample.ts'
import { queryDatabase } from '../harness/queryDatabase.ts'
import { type NamedCollection, type RandomFilters, randomFilters } from '../harness/randomFilters.ts'
import { readCollections } from '../harness/readCollections.ts'
import { signToken } from '../harness/signToken.ts'
import { startServer } from '../harness/startServer.ts'

const requesters = ['guest', 'users:alice', 'users:bob', 'clients:client000000001']

interface Served {
  list: (who: string, collection: string, query: Record<string, string>) => Promise<ApiResponse>
  close: () => Promise<void>
}

const tokens = new Map<string, string>()

async function serve(prepare: readonly Preparation[], args: string[] = [], removals: readonly string[] = []): Promise<Served> {
  const copy = await copySample('magazine', prepare)
  if (removals.length > 0) await changeDatabase(copy.dataDir, 'data', removals.join(';\n'))
  const server = await startServer({ dataDir: copy.dataDir, args })
  return {
    list: (who, collection, query) =>
      askApi(server.port, 'GET', `/today/api/collections/${collection}/records?${new URLSearchParams(query)}`, {
        token: tokens.get(who),
      }),
    close: async () => {
      await server.stop()
      await copy.remove()
    },
  }
}

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`

const withRule = ([name, rule]: readonly [string, string | null]): Preparation => ({
  sql: `UPDATE _collections SET listRule = ${rule === null ? 'NULL' : quote(rule)} WHERE name = '${name}'`,
})

let collections: NamedCollection[]
/** The expressions for the columns of a stored view, so that they compare like the columns of the view. */
const viewColumns = new Map<string, string>()

function readViewColumns(dataDir: string, view: string): string {
  const columns = queryDatabase(dataDir, 'data', 'SELECT name, type FROM pragma_table_info(?)', [view])
  // A column of a table has a type affinity, an expression without a CAST has none.
  return columns.map(([name, type]) => (type === '' ? `+${name} AS ${name}` : name)).join()
}

/** Replaces a view with one of a table. */
const replaceView = (name: string): string =>
  databaseOfRun() === 'postgres'
    ? `CREATE OR REPLACE VIEW ${name} AS SELECT * FROM shown_${name}`
    : `DROP VIEW ${name}; CREATE VIEW ${name} AS SELECT ${viewColumns.get(name)} FROM shown_${name}`

/** Returns the SQL that removes all other records, and lets everyone list the rest. */
function without(collections: readonly NamedCollection[], listable: ReadonlyMap<string, readonly string[]>): string[] {
  const views = collections.filter(({ type }) => type === 'view')
  // No id is empty, but PostgreSQL does not parse an empty list.
  const kept = (name: string) => ['', ...(listable.get(name) ?? [])].map(quote).join()
  return [
    // A view keeps the rows that it had over all the data.
    ...views.map(({ name }) => `CREATE TABLE shown_${name} AS SELECT * FROM ${name} WHERE id IN (${kept(name)})`),
    ...views.map(({ name }) => replaceView(name)),
    ...collections.filter(({ type }) => type !== 'view').map(({ name }) => `DELETE FROM ${name} WHERE id NOT IN (${kept(name)})`),
    `UPDATE _collections SET listRule = ''`,
  ]
}

/** A magazine with random list rules. */
interface Edition {
  rules: Record<string, string | null>
  hiding: Served
  /** The same data with `--compatibleFilters`. */
  compatible: Served
  /** For each requester, a server without the records that the requester cannot list. */
  reduced: ReadonlyMap<string, Served>
  /** The collections that the requester can list. */
  listed: ReadonlyMap<string, readonly string[]>
}

let random: RandomFilters
async function open(rules: Record<string, string | null>): Promise<Edition> {
  const prepare = Object.entries(rules).map(withRule)
  const hiding = await serve(prepare)
  const reduced = new Map<string, Served>()
  const listed = new Map<string, readonly string[]>()
  for (const who of requesters) {
    const listable = new Map<string, string[]>()
    for (const { name } of collections) {
      const { status, json } = await hiding.list(who, name, { perPage: '500' })
      if (status === 200)
        listable.set(
          name,
          (json.items as { id: string }[]).map(({ id }) => id),
        )
    }
    listed.set(who, [...listable.keys()])
    reduced.set(who, await serve(prepare, [], without(collections, listable)))
  }
  return { rules, hiding, compatible: await serve(prepare, ['--compatibleFilters']), reduced, listed }
}

const editions: Edition[] = []
beforeAll(async () => {
  const sample = await copySample('magazine')
  collections = readCollections(sample.dataDir)
  for (const { name, type } of collections) if (type === 'view') viewColumns.set(name, readViewColumns(sample.dataDir, name))
  for (const who of requesters.slice(1)) tokens.set(who, signToken(sample.dataDir, 'auth', who))
  await sample.remove()
  random = randomFilters(collections)
  const names = collections.map(({ name }) => name)
  /** Random rules, under which users can list themselves, because the token of a missing record is a guest's. */
  const randomRules = fc
    .tuple(...names.map(name => random.rule(name).map(rule => [name, `id = @request.auth.id || (${rule})`] as const)))
    .map(pairs => Object.fromEntries(pairs))
  editions.push(
    await open({}),
    await open({
      authors: null,
      comments: 'stars > 2 && post.category.name != "Books"',
      tags: 'posts_via_tags.featured ?= true',
    }),
    await open(fc.sample(randomRules, 1)[0] ?? {}),
  )
}, 60_000)
afterAll(() =>
  Promise.all(
    editions.flatMap(({ hiding, compatible, reduced }) => [hiding, compatible, ...reduced.values()].map(({ close }) => close())),
  ),
)

interface Question {
  edition: Edition
  who: string
  collection: string
  query: Record<string, string>
}

const question = (): Arbitrary<Question> =>
  fc.tuple(fc.constantFrom(...editions), fc.constantFrom(...requesters)).chain(([edition, who]) =>
    fc.constantFrom(...(edition.listed.get(who) ?? [])).chain(collection =>
      fc.record({
        edition: fc.constant(edition),
        who: fc.constant(who),
        collection: fc.constant(collection),
        query: fc
          .tuple(
            random.filter(collection),
            fc.oneof(
              fc.constant(''),
              random.sortByOne(collection).map(sort => `${sort},`),
            ),
          )
          .map(([filter, sort]) => ({ filter, sort: `${sort}id`, fields: 'id', perPage: '500' })),
      }),
    ),
  )

test('a filter and a sort give the same result as if all hidden records had been deleted', async () => {
  // The servers run in this process. Conditions can compare digits of `@now`.
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['Date'] })
  const seen = { found: 0, different: 0 }
  await fc.assert(
    // Sent concurrently, because the server delays empty responses.
    fc.asyncProperty(fc.array(question(), { minLength: 12, maxLength: 12 }), async together => {
      await Promise.all(
        together.map(async ({ edition, who, collection, query }) => {
          const ask = async (served: Served | undefined) => {
            const response = await served?.list(who, collection, query)
            return `${response?.status} ${response?.text}`
          }
          const [hiding, reduced, compatible] = await Promise.all(
            [edition.hiding, edition.reduced.get(who), edition.compatible].map(ask),
          )
          expect(hiding, JSON.stringify({ who, collection, query, rules: edition.rules }, null, 1)).toBe(reduced)
          if (hiding?.includes('"id"')) seen.found += 1
          if (hiding !== compatible) seen.different += 1
        }),
      )
    }),
    { numRuns: 30 },
  )
  expect(seen.found, 'questions that found something').toBeGreaterThan(50)
  expect(seen.different, 'questions that hidden records would have answered differently').toBeGreaterThan(5)
}, 60_000)
