import { type ChangeEvent, type ComponentProps, type ReactNode, useLayoutEffect, useRef } from 'react'
import { joinClasses } from '../style/joinClasses.ts'
import styles from './Checkbox.module.css'

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'ref'> {
  onCheckedChange?: ((checked: boolean) => void) | undefined
  /** Whether only some of the items that it represents are selected. */
  indeterminate?: boolean | undefined
  /** The visible label. Without one, pass `aria-label`. */
  label?: ReactNode
}

/** A native checkbox with the kit's styles. */
export function Checkbox({ onCheckedChange, onChange, indeterminate = false, label, className, ...rest }: CheckboxProps) {
  const input = useRef<HTMLInputElement>(null)

  useLayoutEffect(() => {
    if (input.current) input.current.indeterminate = indeterminate
  }, [indeterminate])

  const change = (event: ChangeEvent<HTMLInputElement>) => {
    onChange?.(event)
    onCheckedChange?.(event.target.checked)
  }
  const Wrapper = label ? 'label' : 'span'
  return (
    <Wrapper className={joinClasses(styles.checkbox, className)}>
      <span className={styles.place}>
        <input {...rest} ref={input} type="checkbox" className={styles.input} onChange={change} />
        <svg className={styles.box} viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true">
          <path className={styles.check} d="M3.5 8.5 6.5 11.5 12.5 5" strokeLinecap="round" strokeLinejoin="round" />
          <path className={styles.dash} d="M4 8h8" strokeLinecap="round" />
        </svg>
      </span>
      {label && <span className={styles.label}>{label}</span>}
    </Wrapper>
  )
}
