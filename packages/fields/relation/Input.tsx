import { Button } from '@coffer/ui'
import { ListPlus, Waypoints } from 'lucide-react'
import { useRef, useState } from 'react'
import { InputFrame } from '../inputs/InputFrame.tsx'
import { listTexts } from '../list/listTexts.ts'
import type { InputProps } from '../viewContract.ts'
import { useRelatedRecords } from './browser/useRelatedRecords.ts'
import type { RelationOptions } from './options.ts'
import { RelatedList } from './RelatedList.tsx'
import { RelationNotice } from './RelationNotice.tsx'
import { relationHelp } from './relationHelp.ts'

export function Input({ field, value, record, context, error, onChange, onRepair }: InputProps) {
  const options = field.options as RelationOptions
  const { collectionId, maxSelect } = options
  const { NestedRecord, RecordPicker } = context
  const limit = maxSelect ?? Number.POSITIVE_INFINITY
  const isSingle = limit === 1
  const ids = listTexts(value)
  const target = context.collection(collectionId)
  const picker = useRef<HTMLButtonElement>(null)
  const [isPicking, setPicking] = useState(false)
  const [openedId, setOpenedId] = useState<string>()

  const shape = (ids: readonly string[]) => (isSingle ? (ids[0] ?? '') : [...ids])
  const related = useRelatedRecords({
    ids,
    limit,
    collectionId: target && collectionId,
    record,
    context,
    onRepair: ids => onRepair(shape(ids)),
  })
  return (
    <InputFrame
      field={field}
      as="group"
      icon={Waypoints}
      error={error}
      help={relationHelp(options) || undefined}
      aside={!isSingle && ids.length > 0 && countText(ids.length, limit)}
    >
      {/* A button may be wrong, but not required: the label says so. */}
      {({ control: { 'aria-required': _, ...control } }) => (
        <>
          <RelatedList
            ids={ids}
            related={related}
            isReadOnly={target?.isReadOnly ?? true}
            context={context}
            onChange={ids => onChange(shape(ids))}
            onOpen={setOpenedId}
            onEmptied={() => picker.current?.focus()}
          />
          <RelationNotice related={related} hasTarget={target !== undefined} hasIds={ids.length > 0} limit={limit} />
          <Button
            {...control}
            ref={picker}
            icon={ListPlus}
            block
            disabled={target === undefined}
            onClick={() => setPicking(true)}
          >
            Open picker
          </Button>
          <RecordPicker
            open={isPicking}
            collectionId={collectionId}
            chosen={ids}
            limit={limit}
            onClose={() => setPicking(false)}
            onChoose={records => {
              setPicking(false)
              related.put(records)
              onChange(shape(records.map(({ id }) => id)))
            }}
          />
          <NestedRecord collectionId={collectionId} recordId={openedId} onClose={() => setOpenedId(undefined)} />
        </>
      )}
    </InputFrame>
  )
}

const countText = (count: number, limit: number) => (limit === Number.POSITIVE_INFINITY ? `${count}` : `${count} of ${limit}`)
