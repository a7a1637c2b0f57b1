import { type ComponentProps, type CSSProperties, useEffect, useState } from 'react'
import { joinClasses } from '../style/joinClasses.ts'
import styles from './Skeleton.module.css'

export interface SkeletonProps extends ComponentProps<'span'> {
  /** The width in pixels or as a CSS length. Default: full width. */
  width?: CSSProperties['width']
  /** Default: 12 px. */
  height?: CSSProperties['height']
  /** Delay in milliseconds before it appears, so that fast responses do not flicker. Default: 150. */
  after?: number | undefined
}

/** Placeholder for loading text. */
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
