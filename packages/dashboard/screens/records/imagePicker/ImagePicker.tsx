import { altFromName } from '@coffer/fields'
import type { ImagePickerProps } from '@coffer/fields/ui'
import { Button, Dialog, EmptyState } from '@coffer/ui'
import { ImageOff } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { client } from '../../../queries/connection/client.ts'
import { SaveShortcut } from '../../../shell/form/SaveShortcut.tsx'
import { lastCollectionId } from '../context/lastCollection.ts'
import { useRecordsPage } from '../context/RecordsPageContext.ts'
import shared from '../picker/choices.module.css'
import { CollectionChoice } from './CollectionChoice.tsx'
import { CollectionImages } from './CollectionImages.tsx'
import { ImageDetails } from './ImageDetails.tsx'
import styles from './ImagePicker.module.css'
import { imageCollections } from './imageFields.ts'
import type { RecordImage } from './imagesOf.ts'

/** The collection of the last inserted image, until the page is reloaded. */
let lastUsedId: string | undefined

/** Lets the user choose an image from the files of all records. */
export function ImagePicker({ open, onPick, onClose, takeFocus }: ImagePickerProps) {
  const { collections } = useRecordsPage()
  const choices = imageCollections(collections)
  const [collectionId, setCollectionId] = useState(() => lastUsedId ?? lastCollectionId())
  const [image, setImage] = useState<RecordImage>()
  const [size, setSize] = useState('')
  const [alt, setAlt] = useState('')
  const body = useRef<HTMLDivElement>(null)
  const collection = choices.find(({ id }) => id === collectionId) ?? choices[0]

  const choose = (next: RecordImage | undefined) => {
    setImage(next)
    setSize('')
    setAlt(next === undefined ? '' : altFromName(next.name))
  }
  const insert = (chosen = image) => {
    if (chosen === undefined) return
    lastUsedId = chosen.record.collectionId
    const isSame = chosen.key === image?.key
    const src = client.files.getUrl(chosen.record, chosen.name, isSame && size !== '' ? { thumb: size } : {})
    onPick({ src, alt: isSame ? alt.trim() : altFromName(chosen.name) })
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Select an image"
      size="large"
      tall={true}
      takeFocus={takeFocus}
      initialFocus={searchIn(body)}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" disabled={image === undefined} onClick={() => insert()}>
            Insert
          </Button>
        </>
      }
    >
      <SaveShortcut onSave={() => insert()} onSaveAndClose={() => insert()} />
      {collection === undefined ? (
        <EmptyState className={shared.notice} icon={ImageOff} title="You currently don't have any collection with file field." />
      ) : (
        <div ref={body} className={styles.picker}>
          <CollectionChoice
            collections={choices}
            chosenId={collection.id}
            onChoose={id => {
              choose(undefined)
              setCollectionId(id)
            }}
          />
          <CollectionImages
            key={collection.id}
            collection={collection}
            chosenKey={image?.key}
            onChoose={choose}
            onInsert={insert}
          />
          <ImageDetails image={image} size={size} onSizeChange={setSize} alt={alt} onAltChange={setAlt} />
        </div>
      )}
    </Dialog>
  )
}

/** Refers to the search input of the images, which gets the initial focus. On touch screens nothing gets it, so that the keyboard stays closed. */
function searchIn(body: RefObject<HTMLElement | null>): RefObject<HTMLElement | null> {
  return {
    get current() {
      const isTouch = matchMedia('(pointer: coarse)').matches
      return isTouch ? null : (body.current?.querySelector<HTMLElement>('search [role="combobox"]') ?? null)
    },
  }
}
