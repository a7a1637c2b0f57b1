import { expect, test } from 'vitest'
import { compareEvents } from './compareEvents.ts'
import { compareMails } from './compareMails.ts'

const event = (listener: string, name: string, json = {}) => ({ listener, event: name, json })
const none = new Map()

test('events match in any order', () => {
  expect(compareEvents([event('a', 'x'), event('b', 'y')], [event('b', 'y'), event('a', 'x')], none)).toEqual([])
})

test('missing, unexpected and different events are reported as such', () => {
  expect(compareEvents([event('a', 'x')], [], none)).toMatchObject([{ got: '(did not come)' }])
  expect(compareEvents([], [event('a', 'x')], none)).toMatchObject([{ expected: '(none)' }])
  expect(compareEvents([event('a', 'x', { n: 1 })], [event('a', 'x', { n: 2 })], none)).toMatchObject([{ at: 'event.json.n' }])
})

test('an exact match takes precedence over a near miss', () => {
  const got = [event('a', 'x', { n: 2 }), event('a', 'x', { n: 1 })]
  expect(compareEvents([event('a', 'x', { n: 1 }), event('a', 'x', { n: 2 })], got, none)).toEqual([])
})

test('emails are compared in order, only in their recorded parts', () => {
  const mail = { to: 'a@x.example', from: 'b@x.example', subject: 'Hello', text: 'one two', html: '<p>one</p>' }
  expect(compareMails([{ to: 'a@x.example', textIncludes: ['two'], htmlIncludes: ['<p>'] }], [mail], none)).toEqual([])
  expect(compareMails([{ subject: 'Bye', textIncludes: ['three'] }], [mail], none)).toMatchObject([
    { at: 'mail[0].subject' },
    { at: 'mail[0].text' },
  ])
  expect(compareMails([], [mail], none)).toMatchObject([{ at: 'mails', expected: 0, got: 1 }])
})
