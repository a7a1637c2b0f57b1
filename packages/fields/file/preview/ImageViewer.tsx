import { joinClasses } from '@coffer/ui'
import { useState } from 'react'
import styles from './preview.module.css'

interface ImageViewerProps {
  name: string
  address: string
  /** In its own size, to be scrolled, rather than within the frame. */
  isActual: boolean
  /** Told once it has loaded; whether it is larger than the frame. */
  onShape: (width: number, height: number, isLarger: boolean) => void
  onFail: () => void
}

/** A picture. */
export function ImageViewer({ name, address, isActual, onShape, onFail }: ImageViewerProps) {
  // A renewed address would load the same picture again.
  const [used] = useState(address)
  const image = (
    <img
      className={isActual ? styles.actual : styles.fitted}
      src={used}
      alt={name}
      onLoad={({ currentTarget: { naturalWidth, naturalHeight, clientWidth, clientHeight } }) =>
        onShape(naturalWidth, naturalHeight, naturalWidth > clientWidth || naturalHeight > clientHeight)
      }
      onError={onFail}
    />
  )
  if (!isActual) return <div className={styles.stage}>{image}</div>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keys that scroll it
    <section className={joinClasses(styles.stage, styles.scrolling)} data-scrolls="" tabIndex={0} aria-label="Actual size">
      {image}
    </section>
  )
}
