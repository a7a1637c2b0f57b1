import { afterAll, beforeAll, expect, test } from 'vitest'
import { asJsonReply } from '../../../../test/harness/asJsonReply.ts'
import { copySample, type SampleCopy } from '../../../../test/harness/copySample.ts'
import { signToken } from '../../../../test/harness/signToken.ts'
import { openInlineThreads } from '../../threads/openInlineThreads.ts'
import type { Threads } from '../../threads/Threads.ts'

let sample: SampleCopy
let threads: Threads
beforeAll(async () => {
  sample = await copySample('magazine')
  threads = await openInlineThreads({ dataDir: sample.dataDir, encryptionKey: '', queryTimeout: 30 })
})
afterAll(async () => {
  await threads.close()
  await sample.remove()
})

async function list(collection: string, query: [string, string][], account?: string) {
  const position = threads.dispatcher.routes.findIndex(
    ({ method, path }) => method === 'GET' && path === '/collections/:collection/records',
  )
  const headers: Record<string, string> =
    account === undefined ? {} : { authorization: signToken(sample.dataDir, 'auth', account) }
  const url = `/api/collections/${collection}/records`
  const body = { kind: 'none' } as const
  const request = { method: 'GET', url, params: { collection }, query, headers, remoteIp: '', body }
  return asJsonReply(await threads.dispatcher.request(position, request, 0))
}

test.each<[string, Parameters<typeof list>, boolean]>([
  ['a guest who sees nothing', ['clients', []], true],
  ['a guest whose filter finds nothing', ['posts', [['filter', 'title = "nothing"']]], true],
  ['an account whose filter finds nothing', ['posts', [['filter', 'title = "nothing"']], 'users:bob'], true],
  ['a guest who finds something', ['posts', []], false],
  ['a guest with an empty filter', ['clients', [['filter', '']]], false],
  ['a guest with an empty filter behind another', ['posts', ['title = "nothing"', ''].map(text => ['filter', text])], true],
  ['a guest whose parameter the rule asks for', ['tags', [['kind', 'x']]], true],
  ['a guest where everybody sees everything', ['scratch', [['filter', 't = "nothing"']]], false],
  ['an administrator', ['posts', [['filter', 'title = "nothing"']], 'admin'], false],
])('the response to %s is delayed outside the reader if the request could be a probe', async (_, asked, isHeldBack) => {
  const pauses = await Promise.all(Array.from({ length: 20 }, async () => (await list(...asked)).pauseMs))
  if (!isHeldBack) return expect(new Set(pauses)).toEqual(new Set([undefined]))
  for (const pause of pauses) expect(pause).toSatisfy((milliseconds: number) => milliseconds >= 0 && milliseconds < 100)
  expect(new Set(pauses).size).toBeGreaterThan(1)
})

test.each([
  ['letters', 'x'.repeat(2046), true],
  ['one letter more', 'x'.repeat(2047), false],
  ['signs that need no encoding', '-_.~'.repeat(511), true],
  ['blanks', ' '.repeat(2046), true],
  ['signs that need encoding', '*'.repeat(682), true],
  ['more signs that need encoding', '*'.repeat(683), false],
  ['what takes two bytes', 'é'.repeat(341), true],
  ['more that takes two bytes', 'é'.repeat(342), false],
])('accepts up to 2048 bytes of encoded query string: %s', async (_, value, isAllowed) => {
  expect((await list('tags', [['x', value]])).status).toBe(isAllowed ? 200 : 400)
})

/** Creates a filter with the given encoded length, including `filter=`. */
const filterOf = (bytes: number): string => `id="${'x'.repeat(bytes - 'filter=id%3D%22%22'.length)}"`

test.each([
  ['the longest one', filterOf(4096), [], true],
  ['one byte more', filterOf(4097), [], false],
  ['the longest one beside a query of 2048 bytes', filterOf(4096), [['x', 'x'.repeat(2046)]], true],
  ['two together', filterOf(2049), [['filter', filterOf(2048)]], false],
] satisfies [string, string, [string, string][], boolean][])(
  'accepts up to 4096 bytes of encoded filter: %s',
  async (_, filter, others, isAllowed) => {
    expect((await list('tags', [['filter', filter], ...others])).status).toBe(isAllowed ? 200 : 400)
  },
)

test('a filter can have 100 ids, and as many comparisons as its length allows', async () => {
  const ids = Array.from({ length: 8 }, (_, index) => `tag${String(index + 1).padStart(12, '0')}`)
  const others = Array.from({ length: 92 }, (_, index) => `none${String(index).padStart(11, '0')}`)
  const found = await list('tags', [['filter', [...others, ...ids].map(id => `id="${id}"`).join('||')]], 'admin')
  expect(found.status).toBe(200)
  expect(JSON.parse(String(found.json))).toMatchObject({ totalItems: 8 })

  const comparisons = Array.from({ length: Math.floor(4096 / 'id%3D1%7C%7C'.length) }, () => 'id=1')
  expect((await list('posts', [['filter', comparisons.join('||')]])).status).toBe(200)
})
