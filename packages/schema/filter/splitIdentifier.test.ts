import { expect, test } from 'vitest'
import { splitIdentifier } from './splitIdentifier.ts'

test.each([
  ['title', { path: ['title'] }],
  ['author.tags:length', { path: ['author', 'tags'], modifier: 'length' }],
  ['tags:', { path: ['tags'], modifier: '' }],
  ['tags:each.name', { path: ['tags:each', 'name'] }],
  ['tags:length:each', { path: ['tags:length:each'] }],
  ['a..b', { path: ['a', '', 'b'] }],
])('splits %s', (identifier, expected) => {
  expect(splitIdentifier(identifier)).toEqual(expected)
})
