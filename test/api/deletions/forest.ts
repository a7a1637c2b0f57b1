import fc from 'fast-check'
import { base, relation } from '../records/serveCollections.ts'
import type { UndoServer } from './serveUndo.ts'

const cascade = { cascadeDelete: true }
const list = { maxSelect: null }

/** Collections whose records cascade deletions to each other, or prevent them. */
export const forestCollections = [
  base('trees', [relation('parent', 'trees', cascade)]),
  base('leaves', [
    relation('tree', 'trees', cascade),
    relation('trees', 'trees', { ...cascade, ...list }),
    relation('others', 'leaves', { ...cascade, ...list }),
    relation('seen', 'trees'),
  ]),
  base('locks', [relation('tree', 'trees', {}, true), relation('leaf', 'leaves', cascade)]),
  base('bundles', [relation('leaves', 'leaves', list, true), relation('lock', 'locks', cascade)]),
]

/** Random records, by indexes into the list of trees or of leaves. */
interface Forest {
  parents: (number | null)[]
  leaves: { tree: number | null; trees: number[]; others: number[]; seen: number | null }[]
  locks: { tree: number; leaf: number | null }[]
  bundles: { leaves: number[]; lock: number | null }[]
}

/** Indexes into another list, at least one of which is valid. */
export const place = fc.nat(4)
const maybe = fc.option(place)
const some = fc.uniqueArray(place, { maxLength: 3 })

/**
 * Generates records of the collections.
 * @param withRequired whether some of them require others
 */
export function forest(withRequired: boolean): fc.Arbitrary<Forest> {
  return fc.record({
    parents: fc.array(maybe, { minLength: 5, maxLength: 5 }),
    leaves: fc.array(fc.record({ tree: maybe, trees: some, others: some, seen: maybe }), { minLength: 5, maxLength: 5 }),
    locks: fc.array(fc.record({ tree: place, leaf: maybe }), { maxLength: withRequired ? 2 : 0 }),
    bundles: fc.array(fc.record({ leaves: fc.uniqueArray(place, { minLength: 1, maxLength: 3 }), lock: maybe }), {
      maxLength: withRequired ? 2 : 0,
    }),
  })
}

/** Creates the records and returns the ids of the trees. */
export async function plant(server: Pick<UndoServer, 'create'>, { parents, leaves, locks, bundles }: Forest): Promise<string[]> {
  const trees: string[] = []
  for (const parent of parents) {
    trees.push((await server.create('trees', { parent: parent === null ? '' : (trees[parent] ?? '') })).id)
  }
  const tree = (at: number | null) => (at === null ? '' : (trees[at] ?? ''))
  const leafIds: string[] = []
  const known = (places: number[]) => places.flatMap(at => leafIds[at] ?? [])
  for (const leaf of leaves) {
    const body = { tree: tree(leaf.tree), trees: leaf.trees.map(tree), others: known(leaf.others), seen: tree(leaf.seen) }
    leafIds.push((await server.create('leaves', body)).id)
  }
  const lockIds: string[] = []
  for (const { leaf, ...lock } of locks) {
    const body = { tree: tree(lock.tree), leaf: leaf === null ? '' : leafIds[leaf] }
    lockIds.push((await server.create('locks', body)).id)
  }
  for (const { leaves, lock } of bundles) {
    await server.create('bundles', { leaves: known(leaves), lock: lock === null ? '' : (lockIds[lock] ?? '') })
  }
  return trees
}
