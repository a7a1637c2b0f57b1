import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { isLongRun } from '../../harness/isLongRun.ts'
import { signToken } from '../../harness/signToken.ts'
import { type ServedMagazine, serveMagazine } from '../collections/serveMagazine.ts'

let magazine: ServedMagazine
beforeAll(async () => {
  magazine = await serveMagazine()
})
afterAll(() => magazine.close())

const requesters = ['guest', 'users:alice', 'users:bob', 'admin'] as const
type Who = (typeof requesters)[number]

const claimsOfToday = (who: Who) => ({ type: 'auth', ...(who === 'admin' && { collectionId: 'pbc_3142635823' }) })

/** The requester in each dialect, by the prefix and by the type of the token. */
function waysOf(who: Who): { prefix: string; token: string | undefined }[] {
  const { dataDir } = magazine
  const tokens =
    who === 'guest' ? [undefined] : [signToken(dataDir, 'auth', who), signToken(dataDir, 'auth', who, claimsOfToday(who))]
  return tokens.flatMap(token => ['/api', '/today/api'].map(prefix => ({ prefix, token })))
}

const rule = fc.constantFrom(
  null,
  '',
  '@request.auth.id != ""',
  'owner = @request.auth.id',
  'text1 != "" && hidden_1 = "secret"',
  'owner.username = "alice" || text1 = "open"',
  'peer.hidden_1 ?= "secret"',
)

/** A field of a name that says whether it is hidden. */
const field = (name: string, type: string, options: object = {}) =>
  fc.boolean().map(hidden => ({ name: hidden ? `hidden_${name}` : name, type, hidden, ...options }))

const specOf = fc.record({
  isAuth: fc.boolean(),
  rules: fc.record({ listRule: rule, viewRule: rule, createRule: rule, updateRule: rule }),
  fields: fc.tuple(
    field('a', 'text'),
    field('b', 'number'),
    field('c', 'json'),
    field('d', 'select', { values: ['x', 'y'], maxSelect: 1 }),
  ),
  records: fc.array(
    fc.record({
      text1: fc.constantFrom('', 'open', 'closed'),
      hidden_1: fc.constantFrom('', 'secret'),
      owner: fc.constantFrom('', 'alice0000000001', 'bob000000000001'),
      emailVisibility: fc.boolean(),
    }),
    { minLength: 1, maxLength: 3 },
  ),
})

type Spec = typeof specOf extends fc.Arbitrary<infer T> ? T : never

let round = 0

async function create(path: string, body: object): Promise<Record<string, unknown>> {
  const { status, json, text } = await askApi(magazine.port, 'POST', `/today/api${path}`, { token: magazine.admin, body })
  if (status !== 200) throw new Error(text)
  return json
}

/** Creates the collections of a round, each with a relation to the one before, and their records. */
async function build(specs: readonly Spec[]): Promise<{ name: string; ids: string[]; visible: string[] }[]> {
  const users = String((await magazine.change('GET', '/users')).id)
  const built: { name: string; id: string; ids: string[]; visible: string[] }[] = []
  round += 1
  for (const [index, { isAuth, rules, fields, records }] of specs.entries()) {
    const name = `round${round}_${index}`
    const before = built.at(-1)
    const own = [
      { name: 'text1', type: 'text' },
      { name: 'hidden_1', type: 'text', hidden: true },
      { name: 'owner', type: 'relation', collectionId: users, maxSelect: 1 },
      { name: 'peer', type: 'relation', collectionId: before?.id ?? users, maxSelect: 1 },
      ...fields,
    ]
    const hasPeerRule = before !== undefined
    const fitting = Object.fromEntries(
      Object.entries(rules).map(([key, one]) => [key, one?.includes('peer.') && !hasPeerRule ? null : one]),
    )
    const { id } = await create('/collections', { name, type: isAuth ? 'auth' : 'base', fields: own, ...fitting })
    const ids: string[] = []
    for (const [number, record] of records.entries()) {
      const { emailVisibility, ...values } = record
      const auth = isAuth && {
        email: `${name}_${number}@magazine.example`,
        emailVisibility,
        password: 'long-enough-1',
        passwordConfirm: 'long-enough-1',
      }
      const others = Object.fromEntries(
        fields.map(({ name: key, type }) => [key, type === 'number' ? 7 : type === 'select' ? 'x' : 'kept']),
      )
      const stored = await create(`/collections/${name}/records`, { ...others, ...values, peer: before?.ids[0] ?? '', ...auth })
      ids.push(String(stored.id))
    }
    built.push({ name, id: String(id), ids, visible: own.filter(one => !('hidden' in one && one.hidden)).map(one => one.name) })
  }
  return built
}

/** Asserts that all ways of a requester get the same answer, without hidden fields unless it is an admin. */
async function compare(who: Who, path: string): Promise<void> {
  const answers = await Promise.all(
    waysOf(who).map(async ({ prefix, token }) => {
      const { status, json, text } = await askApi(magazine.port, 'GET', `${prefix}${path}`, { token })
      if (who !== 'admin' && status === 200) expect(text, `${who} ${path}`).not.toContain('"hidden_')
      return { status, shown: status === 200 ? (json.items ?? json) : undefined }
    }),
  )
  for (const answer of answers) expect(answer, `${who} ${path}`).toEqual(answers[0])
}

/** Asserts that the answers to a change show the same fields in both dialects, none of them hidden, and as many as a view. */
async function compareChange(who: Who, name: string, id: string, isAuth: boolean): Promise<void> {
  if (isAuth) return
  const shown = new Set<string>()
  for (const { prefix, token } of waysOf(who)) {
    for (const [method, path] of [
      ['POST', ''],
      ['PATCH', `/${id}`],
    ] as const) {
      const url = `${prefix}/collections/${name}/records${path}?expand=peer,owner`
      const { status, json, text } = await askApi(magazine.port, method, url, { token, body: { hidden_1: 'secret', a: 'new' } })
      if (status !== 200) continue
      if (who !== 'admin') expect(text, `${who} ${method} ${name}`).not.toContain('"hidden_')
      shown.add(
        Object.keys(json)
          .filter(key => key !== 'expand')
          .sort()
          .join(),
      )
    }
  }
  expect(shown.size, `${who} ${name}: ${[...shown]}`).toBeLessThanOrEqual(1)
}

/** Milliseconds after which no further collections are compared, once enough answers are. */
const enoughMs = isLongRun ? Number.POSITIVE_INFINITY : 7_000
const minCompared = 100

test('no answer of either dialect shows a field that the other one hides, over random collections, rules and requesters', async () => {
  let compared = 0
  const endsAt = performance.now() + enoughMs
  const property = fc.asyncProperty(fc.array(specOf, { minLength: 2, maxLength: 2 }), async specs => {
    // On a busy machine, a single round can take longer, and a time limit of fast-check would fail without a complete one.
    if (compared > minCompared && performance.now() > endsAt) return
    const built = await build(specs)
    for (const who of requesters) {
      for (const [index, { name, ids, visible }] of built.entries()) {
        const records = `/collections/${name}/records`
        const filters = ['hidden_1 = "secret"', 'peer.hidden_1 ?= "secret"', 'hidden_1:length > 1', `${visible.at(-1)} != ""`]
        const queries = [
          'sort=id',
          'sort=id&expand=owner,peer,peer.owner',
          'sort=-hidden_1,id',
          ...filters.map(filter => `sort=id&filter=${encodeURIComponent(filter)}`),
        ]
        for (const query of queries) await compare(who, `${records}?${query}`)
        for (const id of ids) await compare(who, `${records}/${id}?expand=peer,owner`)
        await compareChange(who, name, ids[0] ?? '', specs[index]?.isAuth ?? false)
        compared += queries.length + ids.length
      }
    }
    for (const { name } of built.toReversed()) await magazine.change('DELETE', `/${name}`)
  })
  await fc.assert(property, { numRuns: isLongRun ? 30 : 12, endOnFailure: true })
  expect(compared).toBeGreaterThan(minCompared)
}, 300_000)
