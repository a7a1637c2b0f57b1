import { afterAll, beforeAll, expect, test } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { signToken } from '../../harness/signToken.ts'
import { type ServedMagazine, serveMagazine } from '../collections/serveMagazine.ts'

let magazine: ServedMagazine
let names: string[]
const requesters = ['guest', 'users:alice', 'users:bob', 'clients:client_1', 'admin'] as const

beforeAll(async () => {
  magazine = await serveMagazine('pool')
  const { json } = await magazine.ask('GET', '?perPage=500')
  names = (json as { items: { name: string }[] }).items.map(({ name }) => name)
})
afterAll(() => magazine.close())

/** Tokens of each dialect, signed with the same key. */
function tokensOf(who: (typeof requesters)[number]): (string | undefined)[] {
  if (who === 'guest') return [undefined]
  const claims = { type: 'auth', ...(who === 'admin' && { collectionId: 'pbc_3142635823' }) }
  return [signToken(magazine.dataDir, 'auth', who), signToken(magazine.dataDir, 'auth', who, claims)]
}

const queries = ['perPage=200&sort=id', 'perPage=200&sort=id&expand=author,user,posts_via_author', 'filter=id!=""&sort=-id']

test.each(requesters)('neither dialect shows %s a record or a field that the other one hides', async who => {
  let compared = 0
  for (const name of names) {
    for (const query of queries) {
      const answers = await Promise.all(
        tokensOf(who).flatMap(token =>
          ['/api', '/today/api'].map(async prefix => {
            const { status, json } = await askApi(magazine.port, 'GET', `${prefix}/collections/${name}/records?${query}`, {
              token,
            })
            return { status, items: (json as { items?: unknown }).items }
          }),
        ),
      )
      compared += answers.length
      for (const answer of answers) expect(answer, `${name}?${query}`).toEqual(answers[0])
    }
  }
  expect(compared).toBeGreaterThan(names.length * 5)
})
