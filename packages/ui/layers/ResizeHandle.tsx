import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { joinClasses } from '../style/joinClasses.ts'
import styles from './ResizeHandle.module.css'

export interface ResizeHandleProps {
  /** The accessible name, for example "Width of the sidebar". */
  label: string
  /** The current, minimum and maximum size in pixels. */
  value: number
  min: number
  max: number
  onChange: (value: number) => void
  /** Called after a drag or key press, when the new size can be stored. */
  onSettle?: ((value: number) => void) | undefined
  /** Called on Home, and on a double click without `onFit`. */
  onReset?: (() => void) | undefined
  /** Called on a double click or Enter, to fit the size to the content. */
  onFit?: (() => void) | undefined
  /** The edge of the resized element. */
  edge: 'left' | 'right'
  /** Whether Tab skips the handle, for rows with many handles. */
  tabIndex?: number | undefined
  className?: string | undefined
}

const keyStep = 16

/** A border that can be dragged or moved with the arrow keys. Its container must be positioned. */
export function ResizeHandle(props: ResizeHandleProps) {
  const { label, value, min, max, onChange, onSettle, onReset, onFit, edge, tabIndex = 0, className } = props
  const drag = useRef<{ x: number; from: number; at: number }>(undefined)
  const direction = edge === 'right' ? 1 : -1
  const clamp = (wanted: number) => Math.round(Math.max(min, Math.min(max, wanted)))

  const start = (event: PointerEvent<HTMLHRElement>) => {
    if (event.button !== 0) return
    event.preventDefault()
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { x: event.clientX, from: value, at: value }
  }
  const move = (event: PointerEvent) => {
    if (!drag.current) return
    drag.current.at = clamp(drag.current.from + (event.clientX - drag.current.x) * direction)
    onChange(drag.current.at)
  }
  const end = () => {
    if (drag.current && drag.current.at !== drag.current.from) onSettle?.(drag.current.at)
    drag.current = undefined
  }
  const press = (event: KeyboardEvent) => {
    const step = (event.shiftKey ? 4 : 1) * keyStep
    if (event.key === 'Home' && onReset) onReset()
    else if (event.key === 'Enter' && onFit) onFit()
    else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      const next = clamp(value + (event.key === 'ArrowRight' ? step : -step) * direction)
      onChange(next)
      onSettle?.(next)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <hr
      className={joinClasses(styles.handle, styles[edge], className)}
      tabIndex={tabIndex}
      aria-label={label}
      aria-orientation="vertical"
      aria-valuenow={Math.round(value)}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuetext={`${Math.round(value)} pixels`}
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={onFit ?? onReset}
      onKeyDown={press}
    />
  )
}
