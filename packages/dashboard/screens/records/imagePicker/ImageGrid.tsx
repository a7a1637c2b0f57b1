import { useInfiniteScroll } from '@coffer/ui'
import { type ReactNode, useId, useRef } from 'react'
import shared from '../picker/choices.module.css'
import { MoreChoices } from '../picker/MoreChoices.tsx'
import type { RecordChoices } from '../picker/useRecordChoices.ts'
import styles from './ImagePicker.module.css'
import { ImageTile } from './ImageTile.tsx'
import type { RecordImage } from './imagesOf.ts'
import { useGridKeys } from './useGridKeys.ts'

interface ImageGridProps {
  label: string
  choices: RecordChoices
  images: readonly RecordImage[]
  chosenKey: string | undefined
  onChoose: (image: RecordImage) => void
  onInsert: (image: RecordImage) => void
  /** Shown instead of an empty grid. */
  children: ReactNode
}

/** A grid of images as radio buttons. Scrolling near the end loads more. */
export function ImageGrid({ label, choices, images, chosenKey, onChoose, onInsert, children }: ImageGridProps) {
  const { hasMore, isLoadingMore, hasMoreFailed, isStale, loadMore } = choices
  const scroller = useRef<HTMLDivElement>(null)
  const name = useId()
  const active = Math.max(
    images.findIndex(({ key }) => key === chosenKey),
    0,
  )
  useInfiniteScroll(scroller, {
    canLoad: hasMore && !isLoadingMore && !hasMoreFailed && !isStale,
    count: choices.records.length,
    onLoadMore: loadMore,
  })
  const onKeyDown = useGridKeys({ images, active, onChoose, onInsert })

  return (
    <div ref={scroller} className={shared.scroller} data-stale={isStale ? '' : undefined}>
      {images.length === 0 ? (
        children
      ) : (
        <div className={styles.grid} role="radiogroup" aria-label={label} aria-busy={isStale || undefined} onKeyDown={onKeyDown}>
          {images.map((image, index) => (
            <ImageTile
              key={image.key}
              image={image}
              name={name}
              isChosen={image.key === chosenKey}
              isActive={index === active}
              onChoose={() => onChoose(image)}
              onInsert={() => onInsert(image)}
            />
          ))}
        </div>
      )}
      {(images.length > 0 || !isLoadingMore) && <MoreChoices choices={choices} what="images" />}
    </div>
  )
}
