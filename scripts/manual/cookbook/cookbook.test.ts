import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import PocketBase, { ClientResponseError } from 'pocketbase'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { repositoryDir } from '../../../test/harness/paths.ts'
import { createDemoData, demoAdmin, demoPassword, startDemo } from '../startDemo.ts'
import type { RecipeCase, RuleName } from './Recipe.ts'
import { recipes } from './recipes.ts'

let server: Awaited<ReturnType<typeof startDemo>>
let clients: Record<RecipeCase['by'], PocketBase>
let remove: () => void

beforeAll(async () => {
  const demo = await createDemoData()
  remove = demo.remove
  server = await startDemo(demo.dataDir)
  const open = () => new PocketBase(server.origin).autoCancellation(false)
  clients = { guest: open(), ada: open(), ben: open(), admin: open() }
  await clients.ada.collection('users').authWithPassword('ada', demoPassword)
  await clients.ben.collection('users').authWithPassword('ben', demoPassword)
  await clients.admin.admins.authWithPassword(demoAdmin.email, demoAdmin.password)
})
afterAll(async () => {
  await server.stop()
  remove()
})

async function send(rule: RuleName, collection: string, { by, record = '', body, headers = {} }: RecipeCase) {
  const service = clients[by].collection(collection)
  if (rule === 'listRule') {
    const { items } = await service.getList(1, 500, { headers })
    return items.some(({ id }) => id === record)
  }
  if (rule === 'createRule') await service.create(body, { headers })
  else if (rule === 'updateRule') await service.update(record, body, { headers })
  else await service.delete(record, { headers })
  return true
}

/** A rejection by a rule: locked, or a record that does not match. */
const isRejection = (error: unknown) => error instanceof ClientResponseError && [400, 403, 404].includes(error.status)

test('the cookbook has 25 rules', () => {
  expect(recipes).toHaveLength(25)
})

test('the page shows each rule exactly as it is tested', () => {
  const page = readFileSync(join(repositoryDir, 'docs/manual/rules-cookbook.md'), 'utf8')
  const shown = [...page.matchAll(/^```text\n(.*?)\n```$/gms)].map(([, rule]) => rule)
  expect(shown).toEqual(recipes.map(({ text }) => text).filter(text => text))
})

test.for(recipes)('the rule "$title" of the cookbook lets in whom the page says', async ({ collection, rule, text, cases }) => {
  const { [rule]: original } = await clients.admin.collections.getOne(collection)
  await clients.admin.collections.update(collection, { [rule]: text })
  try {
    for (const one of cases) {
      const isAllowed = await send(rule, collection, one).catch(error => {
        if (!isRejection(error)) throw error
        expect(error.response.data, one.text).toEqual({})
        return false
      })
      expect(isAllowed, one.text).toBe(one.allowed)
    }
  } finally {
    await clients.admin.collections.update(collection, { [rule]: original })
  }
})
