import fc from 'fast-check'
import { askApi } from '../../harness/askApi.ts'
import type { ServedMagazine } from '../collections/serveMagazine.ts'

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

/** A random collection with its records. */
export const specOf = fc.record({
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

/** A collection that was created from a spec. */
export interface BuiltCollection {
  name: string
  id: string
  isAuth: boolean
  ids: string[]
  /** The fields that every requester who can view the record sees. */
  visible: string[]
}

/** The password of the records of auth collections. */
export const password = 'long-enough-1'

/** Returns the email of a record of an auth collection, by its position. */
export function emailOf(collection: string, position: number): string {
  return `${collection}_${position}@magazine.example`
}

let round = 0

/** Creates the collections of a round, each with a relation to the one before, and their records. */
export async function buildCollections(
  { port, admin, change }: ServedMagazine,
  specs: readonly Spec[],
): Promise<BuiltCollection[]> {
  const create = async (path: string, body: object) => {
    const { status, json, text } = await askApi(port, 'POST', `/today/api${path}`, { token: admin, body })
    if (status !== 200) throw new Error(text)
    return json
  }
  const users = String((await change('GET', '/users')).id)
  const built: BuiltCollection[] = []
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
      const auth = isAuth && { email: emailOf(name, number), emailVisibility, password, passwordConfirm: password }
      const others = Object.fromEntries(
        fields.map(({ name: key, type }) => [key, type === 'number' ? 7 : type === 'select' ? 'x' : 'kept']),
      )
      const stored = await create(`/collections/${name}/records`, { ...others, ...values, peer: before?.ids[0] ?? '', ...auth })
      ids.push(String(stored.id))
    }
    const visible = own.filter(one => !('hidden' in one && one.hidden)).map(one => one.name)
    built.push({ name, id: String(id), isAuth, ids, visible })
  }
  return built
}
