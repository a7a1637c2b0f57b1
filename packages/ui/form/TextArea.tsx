import { type ChangeEvent, type ComponentProps, useLayoutEffect, useRef } from 'react'
import { joinClasses } from '../style/joinClasses.ts'
import control from './control.module.css'
import { fitHeight } from './fitHeight.ts'
import styles from './TextArea.module.css'

export interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'ref'> {
  onValueChange?: ((value: string) => void) | undefined
  /** Height in pixels up to which it grows before it scrolls. Default: 200. */
  maxHeight?: number | undefined
  mono?: boolean | undefined
}

/** A text area that starts with one line and grows with its text. */
export function TextArea({ onValueChange, onChange, maxHeight = 200, mono, rows = 1, className, style, ...rest }: TextAreaProps) {
  const area = useRef<HTMLTextAreaElement>(null)

  useLayoutEffect(() => {
    if (area.current) fitHeight(area.current)
  })

  useLayoutEffect(() => {
    const element = area.current
    if (!element) return
    const observer = new ResizeObserver(() => fitHeight(element))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  const change = (event: ChangeEvent<HTMLTextAreaElement>) => {
    onChange?.(event)
    onValueChange?.(event.target.value)
    fitHeight(event.target)
  }
  return (
    <textarea
      {...rest}
      ref={area}
      rows={rows}
      className={joinClasses(control.box, styles.area, mono && control.mono, className)}
      style={{ ...style, maxHeight }}
      onChange={change}
    />
  )
}
