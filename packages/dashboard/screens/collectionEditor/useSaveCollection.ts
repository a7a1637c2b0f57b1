import type { Collection } from '@coffer/schema'
import { useToasts } from '@coffer/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { publishCollectionChange } from '../../queries/collections/collectionChanges.ts'
import { fetchCollection, saveCollection } from '../../queries/collections/collections.ts'
import {
  type FieldErrors,
  fieldErrorsOf,
  isSilent,
  issuePositionsOf,
  statusOf,
  toastTextOf,
} from '../../queries/connection/failure.ts'
import { useFailureToast } from '../../shell/form/useFailureToast.ts'
import { asNewCollection } from './edited/duplicateCollection.ts'
import { localIssues } from './edited/localIssues.ts'
import { issuesByKey } from './edited/serverIssues.ts'
import { changesOf } from './edited/toForm.ts'
import { useConfirmFailingTests } from './ruleTests/useConfirmFailingTests.tsx'
import type { CollectionForm } from './useCollectionForm.ts'
import { useConfirmChanges } from './useConfirmChanges.tsx'

const changedElsewhere =
  'This collection was changed elsewhere since you opened it. Those changes have been merged into the form. Review it and save again.'
const deletedElsewhere =
  'This collection has since been deleted. What you typed is kept: saving recreates it without its records.'

function rethrowUnlessDeleted(error: unknown): undefined {
  if (statusOf(error) !== 404) throw error
}

interface SaveCollection {
  isSaving: boolean
  /** Saves the form, after confirmation if values or names are lost. Returns the stored collection; undefined if not saved. */
  save: () => Promise<Collection | undefined>
}

/**
 * Saves a collection's form: validates it locally, merges changes made elsewhere, asks for confirmation of losses, and writes. The
 * server rejects the write if the collection was changed since that merge. The form keeps its values after any failure.
 */
export function useSaveCollection(form: CollectionForm): SaveCollection {
  const [isSaving, setSaving] = useState(false)
  /** Field errors of the last write. */
  const rejected = useRef<FieldErrors>({})
  const confirmChanges = useConfirmChanges(form.collections)
  const confirmFailing = useConfirmFailingTests()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const failure = useFailureToast()
  const { edited } = form

  /** Whether the collection is unchanged since the form was filled. Merges the changes into the form if not. */
  const isCurrent = async ({ stored }: typeof edited): Promise<boolean> => {
    if (stored === undefined) return true
    const now = await fetchCollection(stored.id).catch(rethrowUnlessDeleted)
    if (now?.updated === stored.updated) return true
    if (now) form.takeOver(now)
    else form.restart(asNewCollection(edited))
    failure.warn(now ? changedElsewhere : deletedElsewhere)
    return false
  }

  /** Handles a 412: the collection may have changed while the confirmation was open. */
  const orChanged = async (error: unknown): Promise<undefined> => {
    if (statusOf(error) !== 412 || (await isCurrent(edited))) throw error
  }

  const write = async () => {
    if (!(await isCurrent(edited))) return undefined
    if (!(await confirmChanges(edited))) return undefined
    const save = (allowsFailing: boolean) => saveCollection(edited.stored, changesOf(edited), allowsFailing)
    const collection = await confirmFailing(save).catch(orChanged)
    if (collection === undefined) return undefined
    publishCollectionChange(queryClient, { kind: 'saved', collection })
    toasts.success(edited.stored ? 'Successfully updated collection.' : 'Successfully created collection.')
    return collection
  }

  const save = async () => {
    if (isSaving) return undefined
    failure.clear()
    const issues = localIssues(edited)
    if (Object.keys(issues).length > 0) {
      // Values that the server rejected are still invalid if they were not changed since.
      const still = Object.entries(rejected.current).filter(([path]) => Object.hasOwn(form.errors, path))
      form.showErrors({ ...Object.fromEntries(still), ...issues }, form.positions)
      return undefined
    }
    form.showErrors({})
    setSaving(true)
    try {
      return await write()
    } catch (error) {
      if (!isSilent(error)) {
        rejected.current = issuesByKey(fieldErrorsOf(error), edited)
        form.showErrors(rejected.current, issuePositionsOf(error))
        failure.show(toastTextOf(error))
      }
      return undefined
    } finally {
      setSaving(false)
    }
  }

  return { isSaving, save }
}
