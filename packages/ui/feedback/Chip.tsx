import { X } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import type { IconType } from '../style/IconType.ts'
import { joinClasses } from '../style/joinClasses.ts'
import styles from './Chip.module.css'

export interface ChipProps extends ComponentProps<'span'> {
  icon?: IconType | undefined
  /** Whether the text is monospace, for ids. */
  mono?: boolean | undefined
  /** Content after the text, inside the chip: a copy button, a picture. */
  trailing?: ReactNode
  onRemove?: (() => void) | undefined
  removeLabel?: string | undefined
}

/** A compact value: an id, a chosen option, a related record. One line with an ellipsis. */
export function Chip({ icon: Icon, mono, trailing, onRemove, removeLabel = 'Remove', className, children, ...rest }: ChipProps) {
  return (
    <span {...rest} className={joinClasses(styles.chip, mono && styles.mono, className)}>
      {Icon && <Icon size={14} aria-hidden={true} />}
      <span className={styles.text}>{children}</span>
      {trailing}
      {onRemove && (
        <button
          type="button"
          className={styles.remove}
          aria-label={removeLabel}
          onClick={event => {
            event.stopPropagation()
            onRemove()
          }}
        >
          <X size={12} aria-hidden="true" />
        </button>
      )}
    </span>
  )
}
