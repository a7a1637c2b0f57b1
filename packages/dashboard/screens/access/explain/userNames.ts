import type { ExplainedNode, ExplainedSide, Explanation } from '@coffer/schema'
import { useQueries, useQuery } from '@tanstack/react-query'
import { userNamesQuery } from '../../../queries/access.ts'
import { collectionsQuery } from '../../../queries/collections/collections.ts'

/** Maximum number of users of a collection whose names are read. */
const maxNames = 30

/** Whether a user has yet to be found: the key is that of new users, but requests are explained for stored ones. */
export function lacksUser(key: string): boolean {
  return key.startsWith('new:')
}

/** Returns the text for a persona whose description is not known: `alice (users)` for an auth record. */
export function usePersonaName(key: string): string {
  const [collectionId = '', id = ''] = key.split('/')
  const { data: collections = [] } = useQuery(collectionsQuery)
  const { data: names } = useQuery({ ...userNamesQuery(collectionId, [id]), enabled: id !== '' })
  const collection = collections.find(known => known.id === collectionId || known.name === collectionId)
  const name = names?.get(id)
  return name === undefined ? key : `${name} (${collection?.name ?? collectionId})`
}

const sidesOf = (node: ExplainedNode): ExplainedSide[] =>
  node.kind === 'comparison' ? node.rows.flatMap(({ left, right }) => [left, right]) : node.parts.flatMap(sidesOf)

/** Returns the names of the auth records that the paths of an explanation lead to, by `COLLECTION/ID`. */
export function useUserNames({ conditions }: Explanation): ReadonlyMap<string, string> {
  const { data: collections = [] } = useQuery(collectionsQuery)
  const steps = conditions.flatMap(({ tree }) => sidesOf(tree)).flatMap(({ path = [] }) => path)
  const wanted = collections
    .filter(({ type }) => type === 'auth')
    .map(({ name }) => ({
      name,
      ids: [...new Set(steps.flatMap(({ collection, id }) => (collection === name && id !== null ? [id] : [])))].slice(
        0,
        maxNames,
      ),
    }))
    .filter(({ ids }) => ids.length > 0)
  const found = useQueries({ queries: wanted.map(({ name, ids }) => userNamesQuery(name, ids)) })
  return new Map(
    found.flatMap(({ data }, index) => [...(data ?? [])].map(([id, name]) => [`${wanted[index]?.name}/${id}`, name] as const)),
  )
}
