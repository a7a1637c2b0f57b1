import type { Collection } from '@coffer/schema'
import { expect, test } from 'vitest'
import { collectionNames } from './collectionNames.ts'

const namesOf = (names: string[], isTaken?: (name: string) => boolean) => [
  ...collectionNames(
    names.map(name => ({ name }) as Collection),
    isTaken,
  ).values(),
]

test.each([
  [
    ['posts', 'blog_posts', 'blogPosts2'],
    ['Posts', 'BlogPosts', 'BlogPosts2'],
  ],
  [
    ['blog_posts', 'blogPosts', 'BlogPosts', 'blog__posts'],
    ['BlogPosts', 'BlogPosts2', 'BlogPosts3', 'BlogPosts4'],
  ],
  [
    ['2024_report', '_', 'class'],
    ['Collection2024Report', 'Collection', 'Class'],
  ],
])('the collections %j get the names %j', (collections, expected) => {
  expect(namesOf(collections)).toEqual(expected)
})

test('a name that is taken gets a number', () => {
  expect(namesOf(['admin'], name => name === 'Admin')).toEqual(['Admin2'])
})
