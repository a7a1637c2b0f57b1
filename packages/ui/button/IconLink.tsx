import type { ComponentProps } from 'react'
import type { TooltipSide } from '../layers/placePopup.ts'
import { Tooltip } from '../layers/Tooltip.tsx'
import type { IconType } from '../style/IconType.ts'
import { joinClasses } from '../style/joinClasses.ts'
import styles from './IconButton.module.css'

export interface IconLinkProps extends Omit<ComponentProps<'a'>, 'children' | 'aria-label'> {
  href: string
  /** The accessible name, also shown as tooltip. */
  label: string
  icon: IconType
  side?: TooltipSide | undefined
}

/** A link that looks like an `IconButton`. */
export function IconLink({ href, label, icon: Icon, side = 'top', className, ...rest }: IconLinkProps) {
  return (
    <Tooltip content={label} side={side} names={true}>
      <a {...rest} href={href} aria-label={label} className={joinClasses(styles.button, styles.quiet, className)}>
        <Icon size={16} aria-hidden={true} />
      </a>
    </Tooltip>
  )
}
