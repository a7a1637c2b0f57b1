import { joinClasses, Tooltip } from '@coffer/ui'
import { type PointerEvent, useState } from 'react'
import { excerpt } from '../excerpt.ts'
import styles from './cells.module.css'

const cellLength = 150
const tooltipLength = 800

interface TextValueProps {
  text: string
  compact: boolean
  /** Maximum number of characters shown in one line. Default: 150. */
  length?: number
  mono?: boolean
}

/** A text, either complete or cut to the available lines. Cut text shows more of itself in a tooltip. */
export function TextValue({ text, compact, length = cellLength, mono }: TextValueProps) {
  const [isClipped, setClipped] = useState(false)
  if (!compact) return <div className={joinClasses(styles.whole, mono && styles.mono)}>{text}</div>

  const shown = excerpt(text, length)
  const measure = ({ currentTarget }: PointerEvent<HTMLElement>) =>
    setClipped(currentTarget.scrollWidth > currentTarget.clientWidth || currentTarget.scrollHeight > currentTarget.clientHeight)
  return (
    <Tooltip content={isClipped || shown !== text ? excerpt(text, tooltipLength) : ''} mono={mono}>
      <span className={joinClasses(styles.line, mono && styles.mono)} onPointerEnter={measure}>
        {shown}
      </span>
    </Tooltip>
  )
}
