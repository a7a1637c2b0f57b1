import { ClientResponseError } from 'pocketbase'
import { expect, it } from 'vitest'
import { describeFailures, reasonOf } from './describeFailures.ts'

const answer = (status: number, response = {}) => new ClientResponseError({ url: '', status, response })
const issue = { slug: { code: 'validation_not_unique', message: 'Value must be unique.' } }

it.each([
  [answer(400, { message: 'Failed to update record.', data: issue }), 'slug: Value must be unique.'],
  [answer(400, { message: 'Failed to delete record.', data: {} }), 'Failed to delete record.'],
  [answer(404, { message: "The requested resource wasn't found." }), 'This record no longer exists.'],
  [answer(0), 'The server cannot be reached. Check the connection and try again. The change may still have gone through.'],
])('reasonOf returns field errors, the server message or a plain sentence: %s', (error, reason) => {
  expect(reasonOf(error)).toBe(reason)
})

it('describeFailures labels the first ten records and counts the rest', async () => {
  const failed = Array.from({ length: 12 }, (_, at) => ({ item: `id${at}`, error: answer(at === 1 ? 404 : 400) }))
  const context = {
    loadRecords: async (collectionId: string, ids: readonly string[]) =>
      ids.filter(id => id !== 'id1').map(id => ({ id, collectionId, collectionName: 'posts' })),
    recordLabel: ({ id }: { id: string }) => `Record ${id}`,
  }
  const failures = await describeFailures('posts', failed, context)
  expect(failures?.shown.map(({ label, isGone }) => [label, isGone]).slice(0, 3)).toEqual([
    ['Record id0', false],
    ['id1', true],
    ['Record id2', false],
  ])
  expect([failures?.shown.length, failures?.rest]).toEqual([10, 2])
  expect(await describeFailures('posts', [], context)).toBeUndefined()
})
