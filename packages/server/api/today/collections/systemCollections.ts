import { newerSystemCollections, type SystemCollection, systemCollections } from '@coffer/schema'
import { name, sql } from '../../../db/sql.ts'
import type { App } from '../../App.ts'
import type { Call } from '../../Call.ts'

/** Returns the system collections of PocketBase 0.23 and later, which are as old as the settings. */
async function loadSystemCollections({ db, settings }: App): Promise<SystemCollection[]> {
  const row = await db.row(sql`SELECT created FROM ${name('_params')} WHERE key = 'settings'`)
  return systemCollections(settings, String(row?.[0] ?? ''))
}

/** Returns the system collection that the path names; undefined if it names another one. */
export async function findSystemCollection({
  app,
  request,
}: Pick<Call, 'app' | 'request'>): Promise<SystemCollection | undefined> {
  const { collection = '' } = request.params
  if (!newerSystemCollections.includes(collection)) return undefined
  return (await loadSystemCollections(app)).find(one => one.name === collection)
}
