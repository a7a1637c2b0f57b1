import { superusers } from '../../../auth/superusers.ts'
import { Rejection } from '../../../errors/Rejection.ts'
import { emptyReply } from '../../../messages/ApiReply.ts'
import { truncateCollection } from '../../../records/truncateCollection.ts'
import type { Endpoint } from '../../contract.ts'
import { getRequestedCollection } from '../../getCollection.ts'
import { adminOnly } from '../../guards.ts'
import { hasHook } from '../../records/hooks.ts'
import { hasInsideHook } from '../../records/insideHooks.ts'
import { hasDeletionScripts } from '../../records/scripts.ts'
import { inWriter } from '../../Steps.ts'
import { systemTables, truncateSystemTable } from '../systemRecords/systemTables.ts'

/** Deletes all records of a collection. Rejected if hooks would have to be called for each record. One superuser must remain. */
export const truncate: Endpoint = {
  method: 'DELETE',
  path: '/collections/:collection/truncate',
  dialect: 'today',
  operation: { id: 'truncateCollection', summary: 'Delete all records of a collection', returns: 'nothing' },
  guard: adminOnly,
  steps: inWriter(async call => {
    const { app, request, requester } = call
    const system = systemTables.find(({ name }) => name === request.params.collection)
    if (system) {
      await truncateSystemTable(app.db, system)
      return emptyReply()
    }
    if (request.params.collection === superusers.name) throw new Rejection('conflict', { code: 'adminNotDeleted' })
    const collection = getRequestedCollection(app.catalog, request)
    if (collection.type === 'view')
      throw new Rejection('invalid', {
        message: "View collections cannot be truncated since they don't store their own records.",
      })
    const isHooked = hasHook(call, collection, 'delete') || hasInsideHook(call, collection, 'delete')
    if (isHooked || hasDeletionScripts(call, collection))
      throw new Rejection('invalid', {
        message: `Hooks are called when records of ${collection.name} are deleted. Delete the records one by one.`,
      })
    await truncateCollection(app, requester, collection)
    return emptyReply()
  }),
}
