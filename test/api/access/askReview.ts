import { expect } from 'vitest'
import { type ApiResponse, askApi } from '../../harness/askApi.ts'
import { queryDatabase } from '../../harness/queryDatabase.ts'
import type { ServedMagazine } from '../collections/serveMagazine.ts'
import { readExposure } from './askAccess.ts'

/** Marks a state as reviewed. */
export function markReviewed({ port, admin }: ServedMagazine, state: string): Promise<ApiResponse> {
  return askApi(port, 'PUT', '/api/access/review', { token: admin, body: { state } })
}

/** Marks the current state as reviewed. */
export async function reviewState(magazine: ServedMagazine): Promise<void> {
  const { status } = await markReviewed(magazine, (await readExposure(magazine)).state)
  expect(status).toBe(200)
}

/** Returns what has widened since the review: the collection, the kind of the persona, what, before, after and the fields. */
export async function readWidened(magazine: ServedMagazine): Promise<unknown[][]> {
  const { personas, widened } = await readExposure(magazine)
  const kindOf = (key: string) => personas.find(persona => persona.key === key)?.kind
  return widened.map(({ collection, persona, what, before, after, fields }) => [
    collection,
    kindOf(persona),
    what,
    before,
    after,
    ...(fields ?? []),
  ])
}

/** Returns the logged sentences on what has become possible, the oldest first. */
export function readWarnings({ dataDir }: ServedMagazine): unknown[] {
  return queryDatabase(
    dataDir,
    'logs',
    "SELECT message FROM _logs WHERE level = 4 AND (message LIKE '% can %' OR message LIKE '%query has changed%') ORDER BY created",
  ).map(([message]) => message)
}
