import { expect, test } from 'vitest'
import { explainedRequest } from './explainedRequest.ts'

const failed = { method: 'GET', status: 404, auth: 'guest' }

test.each([
  [
    { ...failed, url: '/api/collections/posts/records/abc?expand=a' },
    { action: 'view', recordId: 'abc', isOfUser: false, query: 'expand=a', isOfToday: false },
  ],
  [
    { ...failed, status: 200, records: 0, url: '/api/collections/posts/records?filter=a%3D1' },
    { action: 'list', query: 'filter=a%3D1' },
  ],
  [
    { ...failed, status: 403, auth: 'authRecord', url: '/api/collections/posts/records' },
    { action: 'list', isOfUser: true },
  ],
  [
    { ...failed, dialect: 'today', url: '/api/collections/posts/records/abc' },
    { action: 'view', isOfToday: true },
  ],
  [{ ...failed, method: 'POST', status: 400, url: '/api/collections/posts/records' }, { action: 'create' }],
  [
    { ...failed, method: 'PATCH', url: '/api/collections/my%20posts/records/abc' },
    { action: 'update', collection: 'my posts' },
  ],
])('the request %j can be explained', (data, expected) => {
  expect(explainedRequest({ data })).toMatchObject({ ...expected })
})

test.each([
  { ...failed, url: '/api/settings' },
  { ...failed, auth: 'admin', url: '/api/collections/posts/records' },
  { ...failed, status: 200, url: '/api/collections/posts/records/abc' },
  { ...failed, status: 200, records: 3, url: '/api/collections/posts/records' },
  { ...failed, status: 200, url: '/api/collections/posts/records' },
  { ...failed, status: 500, url: '/api/collections/posts/records' },
  {},
])('the entry %j has no request to explain', data => {
  expect(explainedRequest({ data })).toBeUndefined()
})
