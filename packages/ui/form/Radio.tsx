import type { ComponentProps, ReactNode } from 'react'
import { joinClasses } from '../style/joinClasses.ts'
import styles from './Checkbox.module.css'

export interface RadioProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** The visible label. Without one, pass `aria-label`. */
  label?: ReactNode
}

/** A native radio button with the kit's styles. Buttons with the same `name` form a group. */
export function Radio({ label, className, ...rest }: RadioProps) {
  const Wrapper = label ? 'label' : 'span'
  return (
    <Wrapper className={joinClasses(styles.checkbox, className)}>
      <span className={styles.place}>
        <input {...rest} type="radio" className={styles.input} />
        <svg className={joinClasses(styles.box, styles.round)} viewBox="0 0 16 16" fill="currentColor" aria-hidden="true">
          <circle className={styles.check} cx="8" cy="8" r="3" />
        </svg>
      </span>
      {label && <span className={styles.label}>{label}</span>}
    </Wrapper>
  )
}
