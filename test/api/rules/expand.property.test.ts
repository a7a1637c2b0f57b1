import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { type ApiResponse, askApi } from '../../harness/askApi.ts'
import { copySample, type Preparation } from '../../harness/copySample.ts'
import { type NamedCollection, type RandomFilters, randomFilters } from '../../harness/randomFilters.ts'
import { readCollections } from '../../harness/readCollections.ts'
import { signToken } from '../../harness/signToken.ts'
import { startServer } from '../../harness/startServer.ts'

const requesters = [undefined, 'users:alice', 'users:bob', 'users:erin', 'clients:client000000001', 'admin']
const listed = ['posts', 'comments', 'authors', 'users', 'tags', 'categories', 'media', 'scratch', 'post_stats', 'author_totals']

let collections: NamedCollection[]
let random: RandomFilters
beforeAll(async () => {
  const { dataDir, remove } = await copySample('magazine')
  collections = readCollections(dataDir)
  random = randomFilters(collections)
  await remove()
})

type Json = Record<string, unknown>

/** Everyone can list all records; the view rules are random. */
function ruled(): fc.Arbitrary<Preparation[]> {
  const quoted = (rule: string | null) => (rule === null ? 'NULL' : `'${rule.replaceAll("'", "''")}'`)
  const rules = collections.map(({ name }) =>
    fc
      .oneof({ arbitrary: random.rule(name), weight: 3 }, fc.constantFrom('', '@request.auth.id != ""', null))
      .map(rule => ({ sql: `UPDATE _collections SET listRule = '', viewRule = ${quoted(rule)} WHERE name = '${name}'` })),
  )
  return fc.tuple(...rules)
}

interface Question {
  who: string | undefined
  name: string
  expand: string
  /** Whether rules can read the field. */
  kind: string
}

const question = (): fc.Arbitrary<Question> =>
  fc.constantFrom(...listed).chain(name =>
    fc.record({
      who: fc.constantFrom(...requesters),
      name: fc.constant(name),
      expand: random.expand(name),
      kind: fc.constantFrom('topic', 'a', ''),
    }),
  )

const recordsOf = (value: unknown): Json[] => (value === undefined ? [] : ([value].flat() as Json[]))

const expandedIn = ({ expand }: Json): Json[] =>
  Object.values((expand ?? {}) as Json)
    .flatMap(recordsOf)
    .flatMap(record => [record, ...expandedIn(record)])

const withoutExpand = ({ expand: _, ...record }: Json): Json => record

/** The relations whose expansion depends only on the related records. */
function plainRelations({ name, expand }: Question): string[] {
  const paths = expand.split(',')
  const relations =
    collections.find(collection => collection.name === name)?.schema.filter(({ type }) => type === 'relation') ?? []
  return relations
    .map(relation => relation.name)
    .filter(relation => paths.includes(relation) && !paths.some(path => path.startsWith(`${relation}.`)))
}

function targetOf(name: string, relation: string): string {
  const options = collections.find(collection => collection.name === name)?.schema.find(field => field.name === relation)?.options
  return (options as { collectionId: string }).collectionId
}

/** Requests a list, then views each expanded record individually and compares them. */
async function compare(ask: (question: Question, path: string) => Promise<ApiResponse>, asked: Question): Promise<number> {
  const views = new Map<string, Promise<ApiResponse>>()
  const view = (collection: unknown, id: unknown): Promise<ApiResponse> => {
    const path = `${collection}/records/${id}?`
    const known = views.get(path) ?? ask(asked, path)
    views.set(path, known)
    return known
  }
  const list = await ask(asked, `${asked.name}/records?filter=&perPage=6&expand=${encodeURIComponent(asked.expand)}`)
  expect(list.status, list.text).toBe(200)
  const items = recordsOf(list.json.items)
  const expanded = items.flatMap(expandedIn)
  for (const record of expanded) {
    const { status, json } = await view(record.collectionId, record.id)
    expect([status, json]).toEqual([200, withoutExpand(record)])
  }
  for (const relation of plainRelations(asked)) {
    for (const item of items) {
      const visible: unknown[] = []
      for (const id of recordsOf(item[relation])) {
        if (`${id}` !== '' && (await view(targetOf(asked.name, relation), id)).status === 200) visible.push(id)
      }
      const shown = recordsOf((item.expand as Json | undefined)?.[relation]).map(({ id }) => id)
      expect(shown, `${relation} of ${item.id}`).toEqual(visible)
    }
  }
  return expanded.length
}

test('expanded records equal their view by the same requester, and no visible related record is missing', async () => {
  let expanded = 0
  await fc.assert(
    fc.asyncProperty(ruled(), fc.array(question(), { minLength: 12, maxLength: 12 }), async (prepare, questions) => {
      const { dataDir, remove } = await copySample('magazine', prepare)
      const server = await startServer({ dataDir })
      const ask = ({ who, kind }: Question, path: string) =>
        askApi(server.port, 'GET', `/api/collections/${path}&kind=${kind}`, {
          token: who === undefined ? undefined : signToken(dataDir, 'auth', who),
        })
      try {
        for (const asked of questions) expanded += await compare(ask, asked)
      } finally {
        await server.stop()
        await remove()
      }
    }),
    { numRuns: 8 },
  )
  expect(expanded, 'records looked at').toBeGreaterThan(100)
})
