import type { RecordJson } from '@coffer/fields/ui'
import type { Collection } from '@coffer/schema'
import { Button } from '@coffer/ui'
import { useMemo, useRef, useState } from 'react'
import { useRecordEvents } from '../context/recordEvents.ts'
import { newRecord } from '../context/useRecordsAddress.ts'
import { NestedRecord } from '../panel/NestedRecord.tsx'
import { ChoiceToolbar } from '../picker/ChoiceToolbar.tsx'
import shared from '../picker/choices.module.css'
import { useRecordChoices } from '../picker/useRecordChoices.ts'
import { ImageGrid } from './ImageGrid.tsx'
import { ImageNotice } from './ImageNotice.tsx'
import styles from './ImagePicker.module.css'
import { imageFields } from './imageFields.ts'
import { imageRequest } from './imageRequest.ts'
import { imagesOf, type RecordImage } from './imagesOf.ts'

interface CollectionImagesProps {
  collection: Collection
  chosenKey: string | undefined
  onChoose: (image: RecordImage | undefined) => void
  onInsert: (image: RecordImage) => void
}

/** Shows the images of a collection, with a search and a button for a new record. */
export function CollectionImages({ collection, chosenKey, onChoose, onInsert }: CollectionImagesProps) {
  const [filter, setFilter] = useState('')
  const [isCreating, setCreating] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const choices = useRecordChoices(imageRequest(collection, filter))
  const fields = useMemo(() => imageFields(collection), [collection])
  const images = useMemo(() => imagesOf(choices.records, fields), [choices.records, fields])

  const search = (next: string) => {
    if (next === filter) return choices.retry()
    onChoose(undefined)
    setFilter(next)
  }
  const clear = filter === '' ? undefined : () => search('')
  useRecordEvents(event => {
    if (event.kind === 'saved' && event.record.collectionId === collection.id) choices.put(event.record)
    else if (event.kind === 'deleted' && event.collectionId === collection.id) {
      choices.drop(event.id)
      if (chosenKey?.startsWith(`${event.id}/`)) onChoose(undefined)
    }
  })
  const take = (record: RecordJson) => {
    const [first] = imagesOf([record], fields)
    if (first) onChoose(first)
  }
  return (
    <div ref={place} className={styles.main}>
      <ChoiceToolbar
        collection={collection}
        filter={filter}
        isRejected={choices.isBadFilter}
        onFilter={search}
        onNew={() => setCreating(true)}
        findActive={() => place.current?.querySelector<HTMLElement>('input[type="radio"][tabindex="0"]')}
      />
      <ImageGrid
        label={`Images of ${collection.name}`}
        choices={choices}
        images={images}
        chosenKey={chosenKey}
        onChoose={onChoose}
        onInsert={onInsert}
      >
        <ImageNotice choices={choices} onClearFilter={clear} />
      </ImageGrid>
      {clear && images.length > 0 && (
        <p className={shared.filtered}>
          Only images of matching records are shown.
          <Button size="small" variant="quiet" onClick={clear}>
            Clear filter
          </Button>
        </p>
      )}
      <NestedRecord
        collectionId={collection.id}
        recordId={isCreating ? newRecord : undefined}
        onSaved={take}
        onClose={() => setCreating(false)}
      />
    </div>
  )
}
