import { expect, it } from 'vitest'
import { exampleBase, exampleField } from '../../../testing/exampleCollections.ts'
import { collectionsInReach } from './collectionsInReach.ts'

const linked = (name: string, ...targets: string[]) =>
  exampleBase(
    name,
    targets.map(target => exampleField(`to_${target}`, 'relation', { options: { collectionId: `id_${target}` } })),
  )

const collections = [linked('a', 'b'), linked('b', 'c', 'b'), linked('c', 'a', 'gone'), linked('d', 'a')]

it.each([
  ['a', ['a', 'b', 'c']],
  ['d', ['d', 'a', 'b', 'c']],
])('collectionsInReach of %s are %j', (name, reached) => {
  const collection = collections.find(each => each.name === name)
  expect(collection && collectionsInReach(collection, collections).map(each => each.name)).toEqual(reached)
})
