import {
  applyForm,
  type Collection,
  type CollectionForm,
  type ImportedCollection,
  readImport,
  withNewerKeys,
} from '@coffer/schema'
import { validateCollectionDraft } from '../../collections/validateCollectionDraft.ts'
import { randomFieldId } from '../../crypto/randomText.ts'
import { Rejection } from '../../errors/Rejection.ts'
import type { JsonReply } from '../../messages/ApiReply.ts'
import type { Call } from '../Call.ts'
import type { CallScripts } from '../Steps.ts'
import { callAround, callBefore, collectionValue, modelAfter } from '../scriptEvents.ts'
import { shownCollection } from '../v022/write/collectionJson.ts'

type Action = 'Create' | 'Update'

const failed = { Create: 'Failed to create the collection.', Update: 'Failed to update the collection.' } as const

/**
 * Validates a submitted collection and calls the hooks of scripts before it is saved, if there are any.
 * @throws Rejection with issues by key
 */
export async function callBeforeSaving(
  call: Call,
  action: Action,
  form: CollectionForm,
  stored?: Collection,
): Promise<CallScripts | undefined> {
  const { request, app } = call
  if (!request.scripts || request.scripted?.before) return undefined
  const isNewer = request.dialect === 'today'
  const { issues, draft } = await app.db.transaction(transaction =>
    transaction.dryRun(() => validateCollectionDraft(transaction, app.catalog, stored, applyForm(form, stored), isNewer)),
  )
  if (Object.keys(issues).length > 0) throw new Rejection('invalid', { issues })
  return callBefore(call, [`onCollectionBefore${action}Request`, `onModelBefore${action}`], {
    ...(stored && { collection: stored }),
    values: {
      collection: collectionValue({ ...stored, ...draft, schema: isNewer ? withNewerKeys(draft.schema) : draft.schema }, !stored),
    },
    model: 'collection',
    failed: failed[action],
  })
}

/** Returns a form as hooks of scripts have left it. */
export function formAfter(call: Call, form: CollectionForm): CollectionForm {
  const values = modelAfter(call, 'collection')
  if (!values) return form
  const [read] = readImport([values], randomFieldId)
  const { id, created: _, updated: __, ...changed } = read as ImportedCollection
  return { ...form, ...changed, ...(id !== '' && { id }) }
}

/** Calls the hooks of scripts after a collection is saved. They see it in the format of 0.22, so they change only responses of 0.22. */
export function callAfterSaving(
  call: Call,
  action: Action,
  collection: Collection,
  reply: JsonReply<unknown>,
): JsonReply<unknown> | CallScripts {
  return callAround(call, [`onModelAfter${action}`, `onCollectionAfter${action}Request`], reply, () => ({
    collection,
    values: { collection: collectionValue(shownCollection(collection, call.request)) },
    model: 'collection',
    failed: failed[action],
    ...(call.request.dialect !== 'today' && { answer: { is: 'value', of: 'collection' } }),
  }))
}
