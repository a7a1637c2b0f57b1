import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Spinner } from '../feedback/Spinner.tsx'
import type { TooltipSide } from '../layers/placePopup.ts'
import { Tooltip } from '../layers/Tooltip.tsx'
import type { IconType } from '../style/IconType.ts'
import { joinClasses } from '../style/joinClasses.ts'
import styles from './IconButton.module.css'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  /** The accessible name, also shown as tooltip. */
  label: string
  icon: IconType
  variant?: 'quiet' | 'secondary' | 'danger' | undefined
  /** 28 px, or 20 px for use in a line of text. */
  size?: 'small' | 'inline' | undefined
  loading?: boolean | undefined
  /** Replaces the label in the tooltip, for example to add a shortcut. */
  tooltip?: ReactNode
  side?: TooltipSide | undefined
}

const iconSizes = { normal: 16, small: 14, inline: 12 }

/** An icon button with an accessible name, which is shown on hover and focus. */
export function IconButton({
  label,
  icon: Icon,
  variant = 'quiet',
  size,
  loading = false,
  tooltip = label,
  side = 'top',
  type = 'button',
  className,
  onClick,
  ...rest
}: IconButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (loading) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <Tooltip content={tooltip} side={side} names={true}>
      <button
        {...rest}
        type={type}
        aria-label={label}
        aria-busy={loading || undefined}
        aria-disabled={loading || rest['aria-disabled']}
        className={joinClasses(styles.button, styles[variant], size && styles[size], className)}
        onClick={press}
      >
        {loading ? (
          <Spinner size={iconSizes[size ?? 'normal']} />
        ) : (
          <Icon size={iconSizes[size ?? 'normal']} aria-hidden={true} />
        )}
      </button>
    </Tooltip>
  )
}
