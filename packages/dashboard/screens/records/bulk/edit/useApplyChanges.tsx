import { abilitiesOf } from '@coffer/fields/abilities'
import type { RecordJson, ViewContext } from '@coffer/fields/ui'
import type { Collection } from '@coffer/schema'
import { useConfirm, useToasts } from '@coffer/ui'
import { useRef } from 'react'
import { changeRecord } from '../../../../queries/records/record.ts'
import { rememberUndoable } from '../../../../queries/records/undoableChanges.ts'
import { asList } from '../../draft/asList.ts'
import { undoKeys } from '../../undo/undoKeys.ts'
import { undoToast } from '../../undo/useUndo.ts'
import { createBulkRun } from '../createBulkRun.tsx'
import type { BatchOutcome } from '../runBatch.ts'
import styles from './ChangeList.module.css'
import { changeText } from './changeText.ts'
import { changeBody, changeIssues, type FieldChange } from './fieldChange.ts'
import type { BulkForm } from './useBulkForm.ts'

interface ApplyOptions {
  collection: Collection
  ids: readonly string[]
  form: BulkForm
  context: ViewContext
  onApplied: (outcome: BatchOutcome<string>) => Promise<void>
}

/** Validates the changes, asks for confirmation, and applies them to each record. */
export function useApplyChanges({ collection, ids, form, context, onApplied }: ApplyOptions): () => Promise<void> {
  const confirm = useConfirm()
  const toasts = useToasts()
  const isAsking = useRef(false)
  const records = ids.length === 1 ? '1 record' : `${ids.length} records`

  const ask = async (changes: readonly FieldChange[]) => {
    const [first, ...others] = await Promise.all(changes.map(change => textOf(change, context)))
    const body = changeBody(changes)
    const { keys, keyOf } = undoKeys(ids)
    const { progress, start } = createBulkRun(ids, id => changeRecord(collection.id, id, body, keyOf(id)))
    await confirm({
      text: others.length === 0 ? `${first} on ${records}?` : `Change ${changes.length} fields of ${records}?`,
      details: (
        <>
          {others.length > 0 && first !== undefined && <ChangeList texts={[first, ...others]} />}
          {progress}
        </>
      ),
      yes: `Change ${records}`,
      danger: changes.some(({ field }) => abilitiesOf(field).holdsFiles),
      action: async () => {
        const outcome = await start()
        const { id: collectionId, name: collectionName } = collection
        const count = outcome.done.length
        rememberUndoable({ kind: 'changed', collectionId, collectionName, keys, count, moment: Date.now() })
        await onApplied(outcome)
        if (count === ids.length) toasts.success(`Successfully changed ${records}.`, undoToast)
      },
    })
  }

  return async () => {
    const { changes } = form
    if (changes.length === 0 || isAsking.current) return
    const issues = changeIssues(changes)
    form.showErrors(issues)
    if (Object.keys(issues).length > 0) return
    isAsking.current = true
    try {
      await ask(changes)
    } finally {
      isAsking.current = false
    }
  }
}

/** Describes a change. Referenced records appear by label, or by id if they cannot be loaded. */
async function textOf(change: FieldChange, { loadRecords, recordLabel }: ViewContext): Promise<string> {
  const collectionId = abilitiesOf(change.field).refersTo?.(change.field.options)
  if (collectionId === undefined || change.operation === 'clear') return changeText(change)
  const ids = asList(change.value).map(String)
  const records = await loadRecords(collectionId, ids, new AbortController().signal).catch((): RecordJson[] => [])
  const labels = new Map(records.map(record => [record.id, recordLabel(record)]))
  return changeText(change, id => labels.get(id) ?? id)
}

/** Lists changes, one per line. */
function ChangeList({ texts }: { texts: readonly string[] }) {
  return (
    <ul className={styles.list}>
      {texts.map(text => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}
