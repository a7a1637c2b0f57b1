import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ServedMagazine, serveMagazine } from '../collections/serveMagazine.ts'
import { readWarnings, readWidened, reviewState } from './askReview.ts'

let magazine: ServedMagazine
beforeEach(async () => {
  magazine = await serveMagazine()
})
afterEach(() => magazine.close())

const query = 'SELECT id, title, status, views, author, cover, created FROM posts'
const saveQuery = (changed: string, view = 'post_stats') => magazine.change('PATCH', `/${view}`, { options: { query: changed } })
const fieldIds = async () => ((await magazine.change('GET', '/post_stats')).schema as { id: string }[]).map(({ id }) => id)

async function logs(sentences: string[]): Promise<void> {
  await vi.waitFor(() => expect(readWarnings(magazine)).toEqual(sentences), { timeout: 20_000, interval: 100 })
}

test('saving a readable view opens nothing, although its fields get new ids', async () => {
  await reviewState(magazine)
  const before = await fieldIds()
  await saveQuery(query)
  expect(await fieldIds()).not.toEqual(before)
  expect(await readWidened(magazine)).toEqual([])
  await magazine.change('PATCH', '/secrets', { viewRule: '' })
  await logs(['Guests can view all records of secrets (before: none).'])
})

test('another query of a view that guests can read has to be reviewed, and its new columns are listed by name', async () => {
  await reviewState(magazine)
  await saveQuery(query.replace('title,', 'title, body AS text,'))
  expect(await readWidened(magazine)).toEqual([
    ['post_stats', 'guest', 'fields', 'none', 'some', 'text'],
    ['post_stats', 'guest', 'query', 'some', 'some'],
  ])
  const logged = ['Guests can read new fields of post_stats: text.', 'Guests can read post_stats, and its query has changed.']
  await logs(logged)
  await saveQuery(query.replace('title,', 'title, slug AS text,'))
  await logs([...logged, 'Guests can read post_stats, and its query has changed.'])
  await reviewState(magazine)
  expect(await readWidened(magazine)).toEqual([])
})

test('another query of a view has to be reviewed where an open view reads it', async () => {
  await magazine.change('PATCH', '/post_stats', { listRule: null, viewRule: null })
  const open = {
    name: 'titles',
    type: 'view',
    options: { query: 'SELECT id, title FROM post_stats' },
    listRule: '@request.auth.id != ""',
  }
  await magazine.change('POST', '', open)
  await reviewState(magazine)
  await saveQuery(query.replace('title,', 'slug AS title,'))
  expect(await readWidened(magazine)).toEqual([
    ['titles', 'newUser', 'query', 'some', 'some'],
    ['titles', 'newUser', 'query', 'some', 'some'],
  ])
  await logs(['New clients can read titles, and its query has changed.', 'New users can read titles, and its query has changed.'])
})

test('another query of a view that only admins can read opens nothing', async () => {
  await magazine.change('PATCH', '/post_stats', { listRule: null, viewRule: null })
  await reviewState(magazine)
  await saveQuery('SELECT id, body FROM posts')
  expect(await readWidened(magazine)).toEqual([])
})
