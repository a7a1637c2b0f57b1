import type { AccessCell, CollectionExposure, Exposure } from '@coffer/schema'
import { type ApiResponse, askApi } from '../../harness/askApi.ts'
import { signToken } from '../../harness/signToken.ts'
import type { ServedMagazine } from '../collections/serveMagazine.ts'

/** Reads the exposure as an admin. */
export async function readExposure({ port, admin }: ServedMagazine, query = ''): Promise<Exposure> {
  const { status, text } = await askApi(port, 'GET', `/api/access/exposure?${query}`, { token: admin })
  if (status !== 200) throw new Error(`${status} ${text}`)
  return JSON.parse(text)
}

/** Returns the exposure of one collection, with all its records counted. */
export async function exposureOf(magazine: ServedMagazine, collection: string, persona = ''): Promise<CollectionExposure> {
  const { collections } = await readExposure(magazine, `collections=${collection}&persona=${persona}`)
  const [found] = collections
  if (!found) throw new Error(`There is no exposure of ${collection}.`)
  return found
}

/** Returns the cell of a persona. */
export function cellFor({ access }: CollectionExposure, persona: string, action: string): AccessCell | undefined {
  const { actions, emails, protectedFiles } = access[persona] ?? {}
  return { ...actions, emails, protectedFiles }[action]
}

/** A client with the token of an auth record, or without one. */
export interface Client {
  ask: (method: string, path: string, body?: object) => Promise<ApiResponse>
}

/** @param who `users:alice`; undefined for a guest */
export function clientOf({ dataDir, port }: ServedMagazine, who: string | undefined): Client {
  const token = who === undefined ? undefined : signToken(dataDir, 'auth', who)
  return { ask: (method, path, body) => askApi(port, method, `/api/collections${path}`, { token, ...(body && { body }) }) }
}
