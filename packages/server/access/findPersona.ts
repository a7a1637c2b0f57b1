import type { AuthCollection } from '@coffer/schema'
import type { Catalog } from '../catalog/Catalog.ts'
import type { Reader } from '../db/engine.ts'
import { name, sql } from '../db/sql.ts'
import { findRecord } from '../records/rows/findRecord.ts'
import { readRecord, type StoredRecord } from '../records/rows/StoredRecord.ts'
import { shapeOf } from '../records/rows/shape.ts'
import { createNewUser } from './newUser.ts'
import type { Persona } from './Persona.ts'
import { readSample } from './readSample.ts'

/** The persona without a token. */
export const guest: Persona = { key: 'guest', kind: 'guest', collection: '', requester: { kind: 'guest' } }

function newUserOf(collection: AuthCollection): Persona {
  return {
    key: `new:${collection.id}`,
    kind: 'newUser',
    collection: collection.name,
    requester: { kind: 'authRecord', collection, record: createNewUser(collection) },
  }
}

function personaOf(collection: AuthCollection, record: StoredRecord): Persona {
  return {
    key: `${collection.id}/${record.values.id}`,
    kind: 'record',
    collection: collection.name,
    username: String(record.values.username),
    requester: { kind: 'authRecord', collection, record },
  }
}

/** Returns the personas whose access is always shown: a guest, and a new user of each auth collection. */
export function defaultPersonas({ all }: Catalog): Persona[] {
  return [guest, ...all.flatMap(collection => (collection.type === 'auth' ? [newUserOf(collection)] : []))]
}

function findAuthCollection(catalog: Catalog, idOrName: string): AuthCollection | undefined {
  const found = catalog.find(idOrName)
  return found?.type === 'auth' ? found : undefined
}

/** Finds the persona with a key, which can have the name of a collection in place of its id. */
export async function findPersona(reader: Reader, catalog: Catalog, key: string): Promise<Persona | undefined> {
  if (key === guest.key) return guest
  const [, newOf] = /^new:(.+)$/.exec(key) ?? []
  if (newOf !== undefined) {
    const collection = findAuthCollection(catalog, newOf)
    return collection && newUserOf(collection)
  }
  const [, of = '', id = ''] = /^([^/]+)\/(.+)$/.exec(key) ?? []
  const collection = findAuthCollection(catalog, of)
  const record = collection && (await findRecord(reader, collection, id))
  if (!collection || !record) return undefined
  return personaOf(collection, record)
}

/**
 * Reads auth records of all collections, spread over each table if it is large.
 * @param limit maximum number of personas
 */
export async function readUsers(reader: Reader, catalog: Catalog, limit: number): Promise<{ users: Persona[]; total: number }> {
  const collections = catalog.all.filter(collection => collection.type === 'auth')
  const users: Persona[] = []
  let total = 0
  for (const [index, collection] of collections.entries()) {
    const [count] = (await reader.row(sql`SELECT COUNT(*) FROM ${name(collection.name)}`)) ?? []
    total += Number(count)
    // What smaller collections leave is for the others.
    const share = Math.floor((limit - users.length) / (collections.length - index))
    const isLarge = Number(count) > share
    const ids = isLarge ? (await readSample(reader, collection, share)).slice(0, share) : undefined
    const where = ids ? sql` WHERE ${reader.dialect.inIds(sql`id`, ids)}` : sql``
    const rows = await reader.rows(sql`SELECT ${shapeOf(collection).select} FROM ${name(collection.name)}${where}`)
    users.push(...rows.map(row => personaOf(collection, readRecord(collection, row))))
  }
  return { users, total }
}
