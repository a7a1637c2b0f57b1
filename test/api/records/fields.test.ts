import { afterAll, beforeAll, expect, test } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { copySample, type SampleCopy } from '../../harness/copySample.ts'
import { readCollections } from '../../harness/readCollections.ts'
import { signToken } from '../../harness/signToken.ts'
import { type RunningServer, startServer } from '../../harness/startServer.ts'

type Item = Record<string, unknown>

let sample: SampleCopy
let server: RunningServer
let tokens: Record<string, string | undefined>

beforeAll(async () => {
  sample = await copySample('magazine')
  server = await startServer({ dataDir: sample.dataDir })
  tokens = {
    administrator: signToken(sample.dataDir, 'auth', 'admin'),
    account: signToken(sample.dataDir, 'auth', 'users:alice'),
    guest: undefined,
  }
})
afterAll(async () => {
  await server.stop()
  await sample.remove()
})

async function list(token: string | undefined, collection: string, query: Record<string, string>): Promise<Item[]> {
  const { json } = await askApi(
    server.port,
    'GET',
    `/api/collections/${collection}/records?${new URLSearchParams({ sort: 'id', perPage: '20', ...query })}`,
    { token },
  )
  return (json.items as Item[] | undefined) ?? []
}

const pick = (items: readonly Item[], keys: readonly string[]): Item[] =>
  items.map(item => Object.fromEntries(keys.filter(key => key in item).map(key => [key, item[key]])))

test.each(['administrator', 'account', 'guest'])(
  'a list with selected fields has the same values as the whole list for: %s',
  async who => {
    const token = tokens[who]
    let compared = 0
    for (const { name, schema } of readCollections(sample.dataDir)) {
      const expand = schema.filter(({ type }) => type === 'relation').map(field => field.name)
      const whole = await list(token, name, { expand: expand.join() })
      for (const key of new Set(whole.flatMap(item => Object.keys(item)))) {
        const chosen = await list(token, name, { expand: expand.join(), fields: `${key},expand` })
        expect(chosen, `${name}.${key}`).toEqual(pick(whole, [key, 'expand']))
        compared += chosen.length
      }
    }
    expect(compared).toBeGreaterThan(20)
  },
)
