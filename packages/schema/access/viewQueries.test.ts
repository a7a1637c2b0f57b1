import { expect, test } from 'vitest'
import type { Collection, ViewCollection } from '../collections/Collection.ts'
import { openViewsOf, queriesOf } from './viewQueries.ts'

const view = (name: string, query: string, viewRule: string | null = null): ViewCollection =>
  ({
    id: `id_${name}`,
    name,
    type: 'view',
    listRule: null,
    viewRule,
    options: { query },
    schema: [],
  }) as unknown as ViewCollection

const posts = { id: 'id_posts', name: 'posts', type: 'base' } as Collection
const stats = view('stats', 'SELECT id, views FROM posts')
const best = view('best', 'SELECT id FROM [STATS] WHERE views > 10', '')
const top = view('top', 'SELECT id FROM (SELECT * FROM best)', '')
const others = view('others', 'SELECT id, mystats FROM posts', '')
const all = [posts, stats, best, top, others]

test('the queries of a view are its own and those of the views that it reads, directly or through others', () => {
  expect(queriesOf(top, all)).toEqual([top, best, stats].map(({ options }) => options.query))
  expect(queriesOf(best, all)).toEqual([best, stats].map(({ options }) => options.query))
  expect(queriesOf(others, all)).toEqual([others.options.query])
  const circular = view('stats', 'SELECT id FROM top')
  expect(queriesOf(circular, [posts, circular, best, top])).toHaveLength(3)
})

test('what a view selects is shown by itself and the views that read it, if guests or users can read them', () => {
  const namesOf = (changed: ViewCollection) => openViewsOf(changed, all).map(({ name }) => name)
  expect(namesOf(stats)).toEqual(['best', 'top'])
  expect(namesOf({ ...stats, listRule: '@request.auth.id != ""' })).toEqual(['stats', 'best', 'top'])
  expect(namesOf({ ...top, viewRule: null })).toEqual([])
})
