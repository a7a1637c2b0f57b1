import { expect, test } from 'vitest'
import { loadEndpoint } from './loadEndpoint.ts'
import { endpoints, routes } from './routes.ts'

test('the main thread can load every endpoint that has a step there', async () => {
  const inMain = routes.flatMap((route, index) => (route.steps.some(({ on }) => on === 'main') ? [{ route, index }] : []))
  expect(inMain.length).toBeGreaterThan(10)
  for (const { route, index } of inMain) expect(await loadEndpoint(route)).toBe(endpoints[index])
})

test('a resource that is missing in the list is named', async () => {
  await expect(loadEndpoint({ resource: 'bakups', method: 'GET', path: '/backups' })).rejects.toThrow('the resource "bakups"')
})
