import type { ChangeEvent, ComponentProps, PointerEventHandler, ReactNode } from 'react'
import { joinClasses } from '../style/joinClasses.ts'
import styles from './Switch.module.css'

type PointerListener = 'onPointerEnter' | 'onPointerLeave' | 'onPointerDown'

export interface SwitchProps
  extends Omit<ComponentProps<'input'>, 'type' | 'role' | PointerListener>,
    Partial<Record<PointerListener, PointerEventHandler<HTMLElement>>> {
  onCheckedChange?: ((checked: boolean) => void) | undefined
  /** The visible label. Without one, pass `aria-label`. */
  label?: ReactNode
}

/** A switch that takes effect immediately. */
export function Switch({ onCheckedChange, onChange, label, className, ...attributes }: SwitchProps) {
  // The tooltip applies to the switch and its label.
  const { onPointerEnter, onPointerLeave, onPointerDown, ...rest } = attributes
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    onChange?.(event)
    onCheckedChange?.(event.target.checked)
  }
  const Wrapper = label ? 'label' : 'span'
  return (
    <Wrapper
      className={joinClasses(styles.switch, className)}
      onPointerEnter={onPointerEnter}
      onPointerLeave={onPointerLeave}
      onPointerDown={onPointerDown}
    >
      <span className={styles.place}>
        {/* biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox tells its own state */}
        <input {...rest} type="checkbox" role="switch" className={styles.input} onChange={change} />
        <span className={styles.track} aria-hidden="true" />
      </span>
      {label && <span className={styles.label}>{label}</span>}
    </Wrapper>
  )
}
