import { abilitiesOf } from '@coffer/fields/abilities'
import { useToasts } from '@coffer/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { isSilent, statusOf } from '../../../queries/connection/failure.ts'
import { recordQuery } from '../../../queries/records/record.ts'
import { useAdmin } from '../../../shell/session/session.ts'
import { newRecord } from '../context/useRecordsAddress.ts'
import type { DraftScope } from '../draftStorage/draftKey.ts'
import { loadDrafts } from '../draftStorage/loadDrafts.ts'
import { RecordEditor } from './RecordEditor.tsx'
import type { RecordPanelProps } from './RecordPanelProps.ts'
import { RecordPreview } from './RecordPreview.tsx'

/** The panel of a record: an editor, or a preview for views. */
export function RecordPanel(props: RecordPanelProps) {
  const { collection, onClose } = props
  const toasts = useToasts()
  // Records of a view cannot be created.
  const isPossible = collection.type !== 'view' || props.recordId !== newRecord
  const isOpen = props.recordId !== undefined && isPossible
  // Each opening mounts a new form, so that discarded input does not reappear.
  const [opening, setOpening] = useState(() => ({ isOpen, at: performance.now() }))
  if (opening.isOpen !== isOpen) setOpening({ isOpen, at: isOpen ? performance.now() : opening.at })

  // The closing panel still shows the last record during its animation.
  const [shownId, setShownId] = useState(isPossible ? props.recordId : undefined)
  if (isOpen && shownId !== props.recordId) setShownId(props.recordId)
  const id = isOpen ? props.recordId : shownId

  // Only views expand relations; the inputs of a form load their related records, so that missing ones are detected.
  const isView = collection.type === 'view'
  const relations = isView ? collection.schema.filter(field => abilitiesOf(field).refersTo) : []
  const expand = relations.map(field => field.name).join(',')
  const isStored = id !== undefined && id !== newRecord
  const queryClient = useQueryClient()
  const query = (recordId: string) => recordQuery(collection.id, recordId, expand, opening.at)
  const { data: record, error } = useQuery({ ...query(id ?? ''), enabled: isOpen && isStored })

  const owner = useAdmin()?.id ?? ''
  const isLost = useLostRecord({ owner, collection, recordId: id ?? '', nesting: props.nesting }, error)
  const isGone = isLost && record === undefined

  const closeWithError = useEffectEvent(() => {
    toasts.error(`Unable to load record with id "${id}"`)
    onClose({ isSafe: true })
  })
  useEffect(() => {
    if (error !== null && isOpen && !isGone && !isSilent(error)) closeWithError()
  }, [error, isOpen, isGone])

  if (id === undefined) return null
  const shared = { ...props, isOpen, recordId: id }
  if (isView) return <RecordPreview {...shared} record={record} />
  return (
    <RecordEditor
      key={opening.at}
      {...shared}
      record={isStored ? record : undefined}
      isGone={isGone}
      onSaved={saved => queryClient.setQueryData(query(saved.id).queryKey, saved)}
    />
  )
}

/**
 * Returns whether loading failed because the record was deleted, and a draft of it existed at that time. Deleting the draft later
 * does not change the result.
 */
function useLostRecord(scope: DraftScope, error: Error | null): boolean {
  const [known, setKnown] = useState<{ error: Error | null; hasDraft: boolean }>({ error: null, hasDraft: false })
  if (known.error === error) return known.hasDraft
  const hasDraft = error !== null && statusOf(error) === 404 && loadDrafts(scope).length > 0
  setKnown({ error, hasDraft })
  return hasDraft
}
