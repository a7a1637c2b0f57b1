import type { ChangeEvent, ComponentProps, ReactNode } from 'react'
import { joinClasses } from '../style/joinClasses.ts'
import styles from './Switch.module.css'

export interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'role'> {
  onCheckedChange?: ((checked: boolean) => void) | undefined
  /** Without a visible label pass `aria-label`. */
  label?: ReactNode
}

/** On or off, at once. */
export function Switch({ onCheckedChange, onChange, label, className, ...rest }: SwitchProps) {
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    onChange?.(event)
    onCheckedChange?.(event.target.checked)
  }
  const Wrapper = label ? 'label' : 'span'
  return (
    <Wrapper className={joinClasses(styles.switch, className)}>
      <span className={styles.place}>
        {/* biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox tells its own state */}
        <input {...rest} type="checkbox" role="switch" className={styles.input} onChange={change} />
        <span className={styles.track} aria-hidden="true" />
      </span>
      {label && <span className={styles.label}>{label}</span>}
    </Wrapper>
  )
}
