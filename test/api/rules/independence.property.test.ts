import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiResponse, askApi } from '../../harness/askApi.ts'
import { copySample, type SampleCopy } from '../../harness/copySample.ts'
import { type RandomFilters, randomFilters } from '../../harness/randomFilters.ts'
import { readCollections } from '../../harness/readCollections.ts'
import { signToken } from '../../harness/signToken.ts'
import { type RunningServer, startServer } from '../../harness/startServer.ts'

const requesters = [
  'guest',
  'users:alice',
  'users:bob',
  'users:dave',
  'clients:client000000001',
  'clients:client000000002',
  'admin',
]

interface Asked {
  copy: SampleCopy
  server: RunningServer
}

/** One server that all requesters share, and one server for each requester alone. */
let shared: Asked
const alone: Asked[] = []
let random: RandomFilters

async function start(): Promise<Asked> {
  // The second client manages all users, and writers manage one user.
  const copy = await copySample('magazine', [
    {
      sql: `UPDATE _collections SET listRule = '', viewRule = '',
        options = json_set(options, '$.manageRule', '@request.auth.id = "client000000002" || id = "dave00000000001" && @request.auth.role = "writer"')
        WHERE name = 'users'`,
    },
    { sql: "UPDATE _collections SET listRule = '', viewRule = '' WHERE name = 'clients'" },
  ])
  return { copy, server: await startServer({ dataDir: copy.dataDir }) }
}

beforeAll(async () => {
  shared = await start()
  for (const _ of requesters) alone.push(await start())
  random = randomFilters(readCollections(shared.copy.dataDir))
})
afterAll(async () => {
  for (const { copy, server } of [shared, ...alone]) {
    await server.stop()
    await copy.remove()
  }
})

const ask = ({ copy, server }: Asked, who: string, method: string, path: string, body?: object): Promise<ApiResponse> =>
  askApi(server.port, method, `/api/collections/${path}`, {
    token: who === 'guest' ? undefined : signToken(copy.dataDir, 'auth', who),
    ...(body && { body }),
  })

const collections = ['users', 'clients', 'posts', 'comments', 'authors', 'media', 'author_totals', 'post_stats']
const people = ['alice0000000001', 'bob000000000001', 'dave00000000001', 'frank0000000001']

const listing = () =>
  fc
    .constantFrom(...collections)
    .chain(collection =>
      fc
        .tuple(
          random.expand(collection),
          fc.constantFrom('', '&fields=*,expand.*', '&fields=*,email', '&sort=-id', '&skipTotal=1', '&pretty'),
        )
        .map(([expand, more]) => `${collection}/records?perPage=10&filter=&expand=${encodeURIComponent(expand)}${more}`),
    )

const question = () =>
  fc.oneof(
    { arbitrary: listing(), weight: 3 },
    fc.constantFrom(...people).map(id => `users/records/${id}?expand=authors_via_user,comments_via_author.likes`),
    fc.constantFrom('client000000001', 'client000000003').map(id => `clients/records/${id}`),
  )

/** Changes of email visibility and roles, which are the same on all servers. */
const change = fc.tuple(
  fc.constantFrom(...people),
  fc.constantFrom({ emailVisibility: true }, { emailVisibility: false }, { role: 'writer' }, { role: 'reader' }),
)

const withoutTimes = (text: string) => text.replace(/"updated": ?"[^"]*"/g, '"updated"')

test('a response does not depend on earlier requests of other requesters', async () => {
  let emails = 0
  const asked = fc.tuple(fc.array(fc.tuple(fc.nat(requesters.length - 1), question()), { minLength: 20, maxLength: 20 }), change)
  await fc.assert(
    fc.asyncProperty(asked, async ([questions, [id, values]]) => {
      for (const one of [shared, ...alone]) await ask(one, 'admin', 'PATCH', `users/records/${id}`, values)
      const responses: ApiResponse[] = []
      for (const [position, path] of questions) responses.push(await ask(shared, requesters[position] ?? '', 'GET', path))
      for (const [index, [position, path]] of questions.entries()) {
        const [who = '', own = shared, text = ''] = [requesters[position], alone[position], responses[index]?.text]
        expect(withoutTimes(text), `${who} ${path}`).toBe(withoutTimes((await ask(own, who, 'GET', path)).text))
        emails += text.split('"email":').length - 1
      }
    }),
    { numRuns: 10, endOnFailure: true },
  )
  expect(emails, 'emails that were shown').toBeGreaterThan(50)
})
