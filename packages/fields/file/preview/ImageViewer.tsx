import { joinClasses } from '@coffer/ui'
import { useState } from 'react'
import styles from './preview.module.css'

interface ImageViewerProps {
  name: string
  address: string
  /** Whether the image is shown in its natural size instead of fitting the frame. */
  isActual: boolean
  /** Called when the image has loaded, with whether it is larger than the frame. */
  onShape: (width: number, height: number, isLarger: boolean) => void
  onFail: () => void
}

/** Shows an image. */
export function ImageViewer({ name, address, isActual, onShape, onFail }: ImageViewerProps) {
  // A renewed URL would load the same image again.
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
