import type { RecordPickerProps } from '@coffer/fields/ui'
import type { Collection } from '@coffer/schema'
import { Button, Dialog, useConfirm, VisuallyHidden } from '@coffer/ui'
import { useRef, useState } from 'react'
import { useLeaveGuard } from '../../../shell/address/useLeaveGuard.ts'
import { SaveShortcut } from '../../../shell/form/SaveShortcut.tsx'
import { useRecordsPage } from '../context/RecordsPageContext.ts'
import { useRecordEvents } from '../context/recordEvents.ts'
import { newRecord } from '../context/useRecordsAddress.ts'
import { NestedRecord } from '../panel/NestedRecord.tsx'
import { ChoiceList } from './ChoiceList.tsx'
import { ChoiceNotice } from './ChoiceNotice.tsx'
import { ChoiceToolbar } from './ChoiceToolbar.tsx'
import { ChosenList } from './ChosenList.tsx'
import { choiceRequest, lookupRequest } from './choiceRequest.ts'
import shared from './choices.module.css'
import styles from './RecordPicker.module.css'
import { useChosenRecords } from './useChosenRecords.ts'
import { useRecordChoices } from './useRecordChoices.ts'

/** Lets the user choose records of a collection in a dialog. */
export function RecordPicker(props: RecordPickerProps) {
  const { collections } = useRecordsPage()
  const collection = collections.find(({ id }) => id === props.collectionId)
  return collection && <CollectionPicker {...props} collection={collection} />
}

function CollectionPicker(props: RecordPickerProps & { collection: Collection }) {
  const { open, collection, limit, onChoose, onClose } = props
  const { collections, context } = useRecordsPage()
  const confirm = useConfirm()
  const body = useRef<HTMLDivElement>(null)
  const [filter, setFilter] = useState('')
  const [openedId, setOpenedId] = useState<string>()
  const request = choiceRequest(collection, collections, filter)
  const choices = useRecordChoices(request)
  const chosen = useChosenRecords(lookupRequest(collection, collections), props.chosen, limit)
  const isReadOnly = collection.type === 'view'
  const canChoose = chosen.pending === 0 && chosen.failure === undefined

  useRecordEvents(event => {
    if (event.kind === 'saved' && event.record.collectionId === collection.id) {
      choices.put(event.record)
      chosen.update(event.record)
    } else if (event.kind === 'deleted' && event.collectionId === collection.id) {
      choices.drop(event.id)
      chosen.drop(event.id)
    }
  })

  const choose = () => {
    if (canChoose) onChoose([...chosen.records])
  }
  const confirmDiscard = () =>
    confirm({ text: 'You have unsaved changes. Do you really want to discard them?', yes: 'Discard', danger: true })
  useLeaveGuard(open && chosen.hasChanged, confirmDiscard)
  const close = async () => {
    if (!chosen.hasChanged || (await confirmDiscard())) onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={() => void close()}
      title={`Select ${collection.name} records`}
      size="large"
      tall={true}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" loading={chosen.pending > 0} disabled={!canChoose && chosen.pending === 0} onClick={choose}>
            Set selection
          </Button>
        </>
      }
    >
      <SaveShortcut onSave={choose} onSaveAndClose={choose} />
      <div ref={body} className={styles.picker}>
        <ChoiceToolbar
          collection={collection}
          filter={filter}
          isRejected={choices.isBadFilter}
          onFilter={next => (next === filter ? choices.retry() : setFilter(next))}
          onNew={isReadOnly ? undefined : () => setOpenedId(newRecord)}
          findActive={() => body.current?.querySelector<HTMLElement>('input[data-index][tabindex="0"]')}
          stacks={true}
        />
        <ChoiceList
          label={`Records of ${collection.name}`}
          search={filter}
          choices={choices}
          context={context}
          chosenIds={new Set(chosen.records.map(({ id }) => id))}
          isSingle={limit === 1}
          isFull={chosen.isFull || !canChoose}
          isReadOnly={isReadOnly}
          onPress={chosen.press}
          onOpen={setOpenedId}
        >
          <ChoiceNotice choices={choices} onClearFilter={filter === '' ? undefined : () => setFilter('')} />
        </ChoiceList>
        {filter !== '' && choices.records.length > 0 && (
          <p className={shared.filtered}>
            Only matching records are shown.
            <Button size="small" variant="quiet" onClick={() => setFilter('')}>
              Clear filters
            </Button>
          </p>
        )}
        <ChosenList chosen={chosen} limit={limit} context={context} />
        <VisuallyHidden role="status">{announcement(chosen.records.length, limit)}</VisuallyHidden>
      </div>
      <NestedRecord
        collectionId={collection.id}
        recordId={openedId}
        onClose={() => setOpenedId(undefined)}
        onSaved={record => record.id !== openedId && chosen.take(record)}
      />
    </Dialog>
  )
}

function announcement(count: number, limit: number): string {
  if (limit === 1) return count === 0 ? 'No selected records.' : 'One record selected.'
  const all = limit === Number.POSITIVE_INFINITY ? '' : ` of ${limit}`
  return `${count}${all} selected.${count >= limit ? ' No more can be selected.' : ''}`
}
