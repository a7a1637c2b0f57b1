import type { ComponentProps, MouseEvent } from 'react'
import { Spinner } from '../feedback/Spinner.tsx'
import type { IconType } from '../style/IconType.ts'
import { joinClasses } from '../style/joinClasses.ts'
import styles from './Button.module.css'

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | undefined
  size?: 'small' | undefined
  /** Shows that the action is running. The button ignores clicks and keeps focus. */
  loading?: boolean | undefined
  icon?: IconType | undefined
  /** Whether the button fills the width of its container. */
  block?: boolean | undefined
}

/** A button. Defaults to `type="button"` and the secondary style. */
export function Button({
  variant = 'secondary',
  size,
  loading = false,
  icon: Icon,
  block = false,
  type = 'button',
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (loading) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      type={type}
      className={joinClasses(styles.button, styles[variant], size && styles[size], block && styles.block, className)}
      onClick={press}
      aria-busy={loading || undefined}
      aria-disabled={loading || rest['aria-disabled']}
    >
      <span className={styles.content}>
        {Icon && <Icon size={16} aria-hidden={true} />}
        {children}
      </span>
      {loading && <Spinner className={joinClasses(styles.spinner)} />}
    </button>
  )
}
