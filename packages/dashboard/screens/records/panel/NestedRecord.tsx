import type { NestedRecordProps, RecordJson } from '@coffer/fields/ui'
import { createContext, use, useState } from 'react'
import { useRecordsPage } from '../context/RecordsPageContext.ts'
import { publishRecordEvent } from '../context/recordEvents.ts'
import { newRecord } from '../context/useRecordsAddress.ts'
import { RecordPanel } from './RecordPanel.tsx'

/** Number of nested record panels around a component. */
const NestingContext = createContext(0)

/** The record in the panel: the requested one, until an action in the panel opens another. */
interface Shown {
  asked: string | undefined
  id: string | undefined
  duplicated: RecordJson | undefined
}

const showAsked = (asked: string | undefined): Shown => ({ asked, id: asked, duplicated: undefined })

/** Shows a record in a panel above others. It is not part of the address. */
export function NestedRecord({ collectionId, recordId, onSaved, onClose }: NestedRecordProps) {
  const { collections, context, refresh } = useRecordsPage()
  const nesting = use(NestingContext) + 1
  const collection = collections.find(({ id }) => id === collectionId)

  const [shown, setShown] = useState(() => showAsked(recordId))
  let current = shown
  if (current.asked !== recordId) {
    current = showAsked(recordId)
    setShown(current)
  }

  if (collection === undefined) return null
  return (
    <NestingContext value={nesting}>
      <RecordPanel
        collection={collection}
        collections={collections}
        recordId={current.id}
        duplicated={current.duplicated}
        nesting={nesting}
        context={context}
        onClose={onClose}
        onReplace={id => setShown(last => ({ ...last, id }))}
        onDuplicate={duplicated => setShown(last => ({ ...last, id: newRecord, duplicated }))}
        onChanged={change => {
          publishRecordEvent(change.kind === 'saved' ? change : { ...change, collectionId })
          if (change.kind === 'saved') onSaved?.(change.record)
          return refresh()
        }}
      />
    </NestingContext>
  )
}
