import type { Collection, ExplainedAction } from '@coffer/schema'
import type { Call } from '../Call.ts'
import { hasHook } from '../records/hooks.ts'
import { hasInsideHook } from '../records/insideHooks.ts'
import { hasDeletionScripts, hasScripts, hasScriptsOf } from '../records/scripts.ts'

/** Whether the server has hooks that requests with an action on records of a collection call. Every request names all hooks. */
export function hasHooks(call: Call, collection: Collection, action: ExplainedAction): boolean {
  if (hasHook(call, collection, action)) return true
  if (action !== 'list' && action !== 'view' && hasInsideHook(call, collection, action)) return true
  switch (action) {
    case 'list':
      return hasScriptsOf(call, collection, ['onRecordsListRequest'])
    case 'view':
      return hasScriptsOf(call, collection, ['onRecordViewRequest'])
    case 'create':
      return hasScripts(call, collection, 'Create')
    case 'update':
      return hasScripts(call, collection, 'Update')
    case 'delete':
      return hasDeletionScripts(call, collection)
  }
}
