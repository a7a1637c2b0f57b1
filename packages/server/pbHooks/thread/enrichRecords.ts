import type { Collection } from '../../pb/Collection.ts'
import type { Plain } from '../../pb/Host.ts'
import type { Record } from '../../pb/Record.ts'
import type { HookDao } from './HookDao.ts'
import { type HttpContext, requestInfo } from './HttpContext.ts'

/** Returns the ids of the records that the manage rule lets the requester manage; none if the rule is invalid. */
function managedIds(dao: HookDao, collection: Collection, records: readonly Record[], info: Plain): Set<string> {
  const { manageRule } = collection.authOptions()
  if (!manageRule) return new Set()
  try {
    return dao.findIdsByRule(
      collection,
      records.map(({ id }) => id),
      String(manageRule),
      info,
    )
  } catch {
    return new Set()
  }
}

/** Lets records of one collection show their hidden emails to admins, to their owner and to requesters who manage them. */
function showEmails(dao: HookDao, records: readonly Record[], info: Plain): void {
  const collection = records[0]?.collection()
  if (!collection?.isAuth()) return
  const managed = info.admin ? undefined : managedIds(dao, collection, records, info)
  const auth = info.authRecord as Record | null
  const ownId = auth?.collection().id === collection.id ? auth.id : undefined
  for (const record of records) if (!managed || record.id === ownId || managed.has(record.id)) record.ignoreEmailVisibility(true)
}

/** Returns those of the ids whose records the view rule shows to the requester. Throws if only admins can view the collection. */
function visibleIds(dao: HookDao, collection: Collection, ids: string[], info: Plain): string[] {
  const { viewRule, name } = collection
  if (info.admin || viewRule === '') return ids
  if (viewRule === null) throw new Error(`only admins can view collection "${name}" records`)
  const visible = dao.findIdsByRule(collection, ids, viewRule, info)
  return ids.filter(id => visible.has(id))
}

/**
 * Expands records of one collection as the API does: related records are those that their view rule shows to the requester, and
 * hidden emails are shown only to those who can see them.
 */
export function enrichRecords(context: HttpContext, dao: HookDao, records: readonly Record[], paths: readonly string[]): void {
  const info = requestInfo(context)
  showEmails(dao, records, info)
  const fetch = (collection: Collection, ids: string[]) => {
    const related = dao.findRecordsByIds(collection.id, visibleIds(dao, collection, ids, info))
    showEmails(dao, related, info)
    return related
  }
  if (info.admin) dao.expandRecords(records, paths, fetch)
  else dao.expandVisible(records, paths, fetch)
}
