import { expect, test } from 'vitest'
import { nameSystemCollection, requestTarget, routedPath } from './requestHead.ts'

test.each([
  ['/api/x?a=1', '/api/x?a=1'],
  ['/api/../x', '/api/../x'],
  ['//api/x', '//api/x'],
  ['/%2e%2e/x', '/%2e%2e/x'],
  ['http://host:1/api/x?b', '/api/x?b'],
  ['HTTPS://host', '/'],
  [Buffer.from('/é?✓').toString('latin1'), '/é?✓'],
])('requestTarget converts %s to %s', (url, expected) => {
  expect(requestTarget(url)).toBe(expected)
})

test.each([
  ['/api/health/?x=/', '/api/health'],
  ['/api/health//', '/api/health/'],
  ['/api/', '/api'],
  ['/api', '/api'],
  ['/custom/', '/custom/'],
  ['/_/', '/_/'],
  ['/?a', '/'],
])('routedPath converts %s to %s', (target, path) => {
  expect(routedPath(target)).toBe(path)
})

test.each([
  ['/api/collections/pbc_3142635823/records', '/api/collections/_superusers/records'],
  ['/api/collections/%5FSuperUsers', '/api/collections/_superusers'],
  ['/api/collections/pbc_2281828961/records/x', '/api/collections/_externalAuths/records/x'],
  ['/api/collections/_authorigins', '/api/collections/_authOrigins'],
  ['/api/collections/_mfas2/records', '/api/collections/_mfas2/records'],
  ['/api/collections/posts/records/_SUPERUSERS', '/api/collections/posts/records/_SUPERUSERS'],
  ['/_SUPERUSERS/', '/_SUPERUSERS/'],
])('nameSystemCollection converts %s to %s', (path, expected) => {
  expect(nameSystemCollection(path)).toBe(expected)
})
