import { type ChangeEvent, type ComponentProps, useLayoutEffect, useRef } from 'react'
import { joinClasses } from '../style/joinClasses.ts'
import control from './control.module.css'
import { fitHeight } from './fitHeight.ts'
import styles from './TextArea.module.css'

export interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'ref'> {
  onValueChange?: ((value: string) => void) | undefined
  /** Pixels up to which it grows with its text before it scrolls; 200 by default. */
  maxHeight?: number | undefined
  mono?: boolean | undefined
}

/** Several lines of text; one line high at first, it grows with what is typed. */
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
