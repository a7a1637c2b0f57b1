import { type ChangeEvent, type ComponentProps, type ReactNode, useLayoutEffect, useRef } from 'react'
import { joinClasses } from '../style/joinClasses.ts'
import styles from './Checkbox.module.css'

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'ref'> {
  onCheckedChange?: ((checked: boolean) => void) | undefined
  /** Neither on nor off: some of what it stands for is chosen. */
  indeterminate?: boolean | undefined
  /** Without a visible label pass `aria-label`. */
  label?: ReactNode
}

/** A native checkbox in the kit's dress. */
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
