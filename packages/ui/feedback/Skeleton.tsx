import { type ComponentProps, type CSSProperties, useEffect, useState } from 'react'
import { joinClasses } from '../style/joinClasses.ts'
import styles from './Skeleton.module.css'

export interface SkeletonProps extends ComponentProps<'span'> {
  /** A number of pixels or a CSS length; the full width by default. */
  width?: CSSProperties['width']
  /** 12 px by default. */
  height?: CSSProperties['height']
  /** Milliseconds before it shows, so that quick answers never flash; 150 by default. */
  after?: number | undefined
}

/** Stands for text that is on its way. */
export function Skeleton({ width = '100%', height = 12, after = 150, className, style, ...rest }: SkeletonProps) {
  const [isShown, setShown] = useState(after === 0)

  useEffect(() => {
    const timer = setTimeout(setShown, after, true)
    return () => clearTimeout(timer)
  }, [after])

  return (
    <span
      aria-hidden="true"
      {...rest}
      className={joinClasses(styles.skeleton, isShown && styles.shown, className)}
      style={{ ...style, width, height }}
    />
  )
}
