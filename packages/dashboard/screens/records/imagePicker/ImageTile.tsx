import { Tooltip } from '@coffer/ui'
import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import { useRecordsPage } from '../context/RecordsPageContext.ts'
import styles from './ImagePicker.module.css'
import type { RecordImage } from './imagesOf.ts'

interface ImageTileProps {
  image: RecordImage
  /** Name of the radio group. */
  name: string
  isChosen: boolean
  /** Whether the tile is in the Tab order. */
  isActive: boolean
  onChoose: () => void
  onInsert: () => void
}

/** An image in the grid: a thumbnail above the file name. */
export function ImageTile({ image, name, isChosen, isActive, onChoose, onInsert }: ImageTileProps) {
  const { context } = useRecordsPage()
  const [isBroken, setBroken] = useState(false)
  const { record, field, name: file } = image
  const label = context.recordLabel(record)
  const owner = label === record.id ? record.id : `${label} (${record.id})`
  return (
    <Tooltip content={`${file}\n${owner}`}>
      <label className={styles.tile} data-chosen={isChosen ? '' : undefined} onDoubleClick={onInsert}>
        <input
          type="radio"
          className={styles.radio}
          name={name}
          aria-label={file}
          checked={isChosen}
          tabIndex={isActive ? 0 : -1}
          onChange={onChoose}
        />
        <span className={styles.picture}>
          {isBroken ? (
            <ImageOff size={20} aria-hidden={true} />
          ) : (
            <img
              src={context.fileUrl(field, record, file, { thumb: '100x100' })}
              alt=""
              loading="lazy"
              draggable={false}
              onError={() => setBroken(true)}
            />
          )}
        </span>
        <span className={styles.name} aria-hidden="true">
          {file}
        </span>
      </label>
    </Tooltip>
  )
}
