import type { QueryChange } from '@coffer/schema'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { type ServedMagazine, serveMagazine } from '../collections/serveMagazine.ts'

let magazine: ServedMagazine
beforeAll(async () => {
  magazine = await serveMagazine()
})
afterAll(() => magazine.close())

const stored = 'SELECT id, title, status, views, author, cover, created FROM posts'

async function compare(query: string, collection = 'post_stats'): Promise<QueryChange> {
  const body = { collection, rules: {}, query }
  const { status, text } = await askApi(magazine.port, 'POST', '/api/access/compare', { token: magazine.admin, body })
  expect([status, text]).toEqual([200, text])
  return JSON.parse(text).query
}

/** Lists what another query of post_stats shows otherwise. */
async function list(difference: string, newQuery: string, more: object = {}) {
  const query = new URLSearchParams({ collection: 'post_stats', difference, newQuery, ...more })
  const { status, json } = await askApi(magazine.port, 'GET', `/api/access/records?${query}`, { token: magazine.admin })
  return { status, total: json.totalItems, items: (json.items ?? []) as { id: string; [key: string]: unknown }[] }
}

const idsOf = async (filter: string) => {
  const { items } = await magazine.change('GET', `/posts/records?perPage=500&fields=id&filter=${encodeURIComponent(filter)}`)
  return (items as { id: string }[]).map(({ id }) => id).sort()
}

test('another query of a view is compared by the records, values and columns that it shows, and changes nothing', async () => {
  const published = await idsOf('status = "published"')
  const others = await idsOf('status != "published"')
  const none = { count: 0, ids: [] }
  const same = { gained: none, lost: none, changed: none, newFields: [], lostFields: [] }
  expect(await compare(stored)).toEqual(same)
  expect(await compare(`${stored} WHERE status = 'published'`)).toEqual({ ...same, lost: { count: others.length, ids: others } })
  expect(await compare(stored.replace('title, status,', 'title, slug AS state,'))).toEqual({
    ...same,
    newFields: ['state'],
    lostFields: ['status'],
  })
  const renumbered = "SELECT (CASE WHEN status = 'published' THEN id ELSE id || 'x' END) AS id, title, status, views FROM posts"
  expect(await compare(renumbered)).toMatchObject({
    gained: { count: others.length, ids: others.map(id => `${id}x`) },
    lost: { count: others.length, ids: others },
    changed: none,
    lostFields: ['author', 'cover', 'created'],
  })
  const concealed = stored.replace('title,', "(CASE WHEN status = 'published' THEN title ELSE slug END) AS title,")
  expect(await compare(concealed)).toMatchObject({ gained: none, lost: none, changed: { count: others.length, ids: others } })
  expect(published.length + others.length).toBe(40)
  expect((await magazine.change('GET', '/post_stats')).options).toEqual({ query: stored })
})

test('a view of values of all kinds, and of another view, is compared', async () => {
  const { options } = await magazine.change('GET', '/author_totals')
  const { query } = options as { query: string }
  expect(await compare(query, 'author_totals')).toMatchObject({ gained: { count: 0 }, lost: { count: 0 }, changed: { count: 0 } })
  const doubled = query.replace('COUNT(posts.id) AS articles', '(2 * COUNT(posts.id)) AS articles')
  expect((await compare(doubled, 'author_totals')).changed.count).toBeGreaterThan(0)
  await magazine.change('POST', '', { name: 'titles', type: 'view', options: { query: 'SELECT id, title FROM post_stats' } })
  expect(await compare('SELECT id, status AS title FROM post_stats', 'titles')).toMatchObject({ changed: { count: 40 } })
  const existing = (await magazine.change('GET', '/posts')).schema as { name: string }[]
  const columns = existing.map(({ name }) => name).join(', ')
  await magazine.change('POST', '', { name: 'copies', type: 'view', options: { query: `SELECT id, ${columns} FROM posts` } })
  expect(await compare(`SELECT id, ${columns} FROM posts WHERE id != ''`, 'copies')).toMatchObject({
    gained: { count: 0 },
    lost: { count: 0 },
    changed: { count: 0 },
    newFields: [],
  })
})

test('the records that another query shows otherwise are listed in pages, with the values that they then have', async () => {
  const drafts = await idsOf('status != "published"')
  const concealed = stored.replace('title,', "(CASE WHEN status = 'published' THEN title ELSE 'hidden' END) AS title,")
  const page = await list('changed', concealed, { perPage: '2', page: '2' })
  expect(page).toMatchObject({ status: 200, total: drafts.length })
  expect(page.items.map(({ id, title }) => [id, title])).toEqual(drafts.slice(2, 4).map(id => [id, 'hidden']))
  const fewer = await list('lost', `${stored} WHERE status = 'published'`, { perPage: '500' })
  expect(fewer.items.map(({ id }) => id)).toEqual(drafts)
  expect(fewer.items[0]?.title).not.toBe('hidden')
  const more = await list('gained', "SELECT (id || 'x') AS id, title FROM posts")
  expect([more.total, more.items[0]?.id]).toEqual([40, 'post00000000001x'])
})

test('a query that cannot be saved, and the query of a collection that is no view, are rejected', async () => {
  const ask = (body: object) => askApi(magazine.port, 'POST', '/api/access/compare', { token: magazine.admin, body })
  const rejected = async (query: string, collection = 'post_stats') => {
    const { status, text } = await ask({ collection, rules: {}, query })
    return [status, text]
  }
  expect(await rejected('SELECT title FROM posts')).toEqual([400, expect.stringContaining('missing required id column')])
  expect(await rejected('DELETE FROM posts')).toEqual([400, expect.any(String)])
  expect(await rejected('SELECT id FROM post_stats')).toEqual([400, expect.stringContaining('circularly defined')])
  expect(await rejected(stored, 'posts')).toEqual([400, expect.stringContaining('Only views have a query')])
  expect((await list('more', stored)).status).toBe(400)
})
