import { afterAll, beforeAll, expect, test } from 'vitest'
import { base, field, type ServedCollections, serveCollections } from './serveCollections.ts'

const html = `<p>"Fish" & chips\u2028日本 </p>`.repeat(20_000)

let server: ServedCollections
beforeAll(async () => {
  const pages = base('pages', [field('title', 'text'), field('body', 'editor', { maxSize: 5_000_000 })])
  // Uses a server process with threads, which pass long responses between each other.
  server = await serveCollections([pages], { process: true })
  for (const title of ['one', 'two', 'three']) await server.create('pages', { title, body: html })
}, 60_000)
afterAll(() => server.close())

const escaped = ['\\u003cp\\u003e', '\\u0026', '\\u2028']

test.each(['', '&fields=title,body', '&pretty'])(
  'long texts arrive complete and correctly escaped with the query %j',
  async query => {
    for (const encoding of ['identity', 'gzip']) {
      const headers = { 'Accept-Encoding': encoding }
      const { text, json } = await server.ask('GET', `pages/records?sort=created${query}`, { headers })
      expect((json.items as Record<string, unknown>[]).map(({ title, body }) => [title, body === html])).toEqual([
        ['one', true],
        ['two', true],
        ['three', true],
      ])
      expect(text.slice(-2)).toBe('}\n')
      expect(/[<>&\u2028]/.test(text)).toBe(false)
      expect(escaped.every(sign => text.includes(sign))).toBe(true)
    }
  },
)

test('a long record can be viewed repeatedly', async () => {
  const { json } = await server.ask('GET', 'pages/records?perPage=1&fields=id')
  const [{ id }] = json.items as [{ id: string }]
  for (let time = 0; time < 3; time += 1) expect((await server.ask('GET', `pages/records/${id}`)).json.body === html).toBe(true)
})
