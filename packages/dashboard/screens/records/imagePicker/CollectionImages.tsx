import type { RecordJson } from '@coffer/fields/ui'
import type { Collection } from '@coffer/schema'
import { Button } from '@coffer/ui'
import { Plus } from 'lucide-react'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { FilterBar } from '../../../filter/FilterBar.tsx'
import { NestedRecord } from '../NestedRecord.tsx'
import { useRecordChoices } from '../picker/useRecordChoices.ts'
import { useRecordsPage } from '../RecordsPageContext.ts'
import { useRecordEvents } from '../recordEvents.ts'
import { newRecord } from '../useRecordsAddress.ts'
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

/** The images of one collection: searched, chosen, and added to by a new record. */
export function CollectionImages({ collection, chosenKey, onChoose, onInsert }: CollectionImagesProps) {
  const { collections } = useRecordsPage()
  const [filter, setFilter] = useState('')
  const [isMaking, setMaking] = useState(false)
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
  const enterGrid = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' || event.defaultPrevented) return
    const active = place.current?.querySelector<HTMLElement>('input[type="radio"][tabindex="0"]')
    active?.focus()
    if (active) event.preventDefault()
  }
  return (
    <div ref={place} className={styles.main}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys of the search in it lead on to the images */}
      <div className={styles.toolbar} onKeyDown={enterGrid}>
        <FilterBar
          applied={filter}
          subject={{ collection, collections, scope: 'filter' }}
          isOverList={true}
          isRefused={choices.isBadFilter}
          onApply={search}
        />
        <Button icon={Plus} onClick={() => setMaking(true)}>
          New record
        </Button>
      </div>
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
        <p className={styles.filtered}>
          Only images of records that match are shown.
          <Button size="small" variant="quiet" onClick={clear}>
            Clear filter
          </Button>
        </p>
      )}
      <NestedRecord
        collectionId={collection.id}
        recordId={isMaking ? newRecord : undefined}
        onSaved={take}
        onClose={() => setMaking(false)}
      />
    </div>
  )
}
