import { expect, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { openPbHooks } from '../harness/openPbHooks.ts'

const source = `
  routerAdd('GET', '/cookies', (c) => {
    const tag = $app.dao().findRecordById('tags', 'tag000000000001')
    const all = [
      { name: 'gone', value: '', path: '/', maxAge: -1 },
      { name: 'dated', value: 'x', expires: new Date('2030-01-02T03:04:05Z') },
      { name: 'later', value: 'x', expires: tag.created },
      { name: 'moment', value: 'x', expires: tag.created.time() },
      { name: 'injected', value: 'a; Domain=evil.example', path: '/a;b', domain: 'a.example; Secure' },
      { name: 'spaces', value: 'two words' },
      { name: 'no name;', value: 'x' },
      { name: 'whole', value: '7', path: '/', domain: '.a.example', maxAge: 60, httpOnly: true, secure: true, sameSite: 3 },
    ]
    for (const cookie of all) c.setCookie(new Cookie(cookie))
    return c.noContent(204)
  })`

test('cookies of scripts can be deleted and expire at a date, and no value adds attributes', async () => {
  const { coffer } = await openPbHooks(source)
  const { headers } = await askApi(coffer.port, 'GET', '/cookies')
  expect(headers.getSetCookie()).toEqual([
    'gone=; Path=/; Max-Age=0',
    'dated=x; Expires=Wed, 02 Jan 2030 03:04:05 GMT',
    'later=x; Expires=Sat, 14 Feb 2026 14:01:00 GMT',
    'moment=x; Expires=Sat, 14 Feb 2026 14:01:00 GMT',
    'injected="a Domain=evil.example"; Path=/ab',
    'spaces="two words"',
    'whole=7; Path=/; Domain=a.example; Max-Age=60; HttpOnly; Secure; SameSite=Strict',
  ])
})
