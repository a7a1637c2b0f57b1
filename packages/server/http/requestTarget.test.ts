import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { requestTarget, routedPath } from './requestTarget.ts'

const sent = (url: string) => requestTarget(new Request('http://other'), { incoming: { url } as IncomingMessage })

test.each([
  ['/api/x?a=1', '/api/x?a=1'],
  ['/api/../x', '/api/../x'],
  ['//api/x', '//api/x'],
  ['/%2e%2e/x', '/%2e%2e/x'],
  ['http://host:1/api/x?b', '/api/x?b'],
  ['HTTPS://host', '/'],
  [Buffer.from('/é?✓').toString('latin1'), '/é?✓'],
])('the target %s as sent is %s', (url, expected) => {
  expect(sent(url)).toBe(expected)
})

test.each([
  ['http://localhost/api/x?a=1#part', '/api/x?a=1'],
  ['http://localhost', '/'],
  ['https://host:8090//api/x/', '//api/x/'],
])('a request for %s in this process has the target %s', (url, expected) => {
  expect(requestTarget(new Request(url), {})).toBe(expected)
})

test.each([
  ['/api/health/?x=/', '/api/health'],
  ['/api/health//', '/api/health/'],
  ['/api/', '/api'],
  ['/api', '/api'],
  ['/custom/', '/custom/'],
  ['/_/', '/_/'],
  ['/?a', '/'],
])('%s is routed as %s', (target, path) => {
  expect(routedPath(target)).toBe(path)
})
