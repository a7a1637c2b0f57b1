import { Toolbar as Base } from '@base-ui/react/toolbar'
import type { ComponentProps, ReactNode } from 'react'
import { IconButton } from '../button/IconButton.tsx'
import { Kbd } from '../keyboard/Kbd.tsx'
import { Tooltip } from '../layers/Tooltip.tsx'
import type { IconType } from '../style/IconType.ts'
import styles from './Toolbar.module.css'

export interface ToolbarButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  label: string
  icon: IconType
  /** The keys as in `useShortcut`, shown in the tooltip. The page must listen for them. */
  shortcut?: string | undefined
  /** Whether a toggle tool is on. */
  pressed?: boolean | undefined
  /** Whether the tool opens a menu, which a small arrow shows. */
  opens?: boolean | undefined
  /** Content instead of the icon, for example the name of the current value. */
  text?: ReactNode
}

/** A tool. The arrow keys also reach disabled tools. */
export function ToolbarButton({ label, icon, shortcut, pressed, opens, text, disabled, ...rest }: ToolbarButtonProps) {
  const tooltip = shortcut ? (
    <span className={styles.tooltip}>
      {label}
      <Kbd keys={shortcut} />
    </span>
  ) : (
    label
  )
  const state = { 'aria-pressed': pressed, 'data-opens': opens ? '' : undefined }
  const button =
    text === undefined ? (
      <IconButton label={label} icon={icon} size="small" tooltip={tooltip} {...state} className={styles.button} />
    ) : (
      <TextTool label={label} tooltip={tooltip} {...state}>
        {text}
      </TextTool>
    )
  return <Base.Button {...rest} disabled={disabled} render={button} />
}

interface TextToolProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  label: string
  tooltip: ReactNode
}

function TextTool({ label, tooltip, children, ...rest }: TextToolProps) {
  return (
    <Tooltip content={tooltip} names>
      <button type="button" {...rest} aria-label={label} className={styles.text}>
        <span className={styles.chosen}>{children}</span>
      </button>
    </Tooltip>
  )
}
