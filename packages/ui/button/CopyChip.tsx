import type { ComponentProps, KeyboardEvent, MouseEvent } from 'react'
import { Tooltip } from '../layers/Tooltip.tsx'
import { joinClasses } from '../style/joinClasses.ts'
import styles from './CopyChip.module.css'
import { CopyStatus, copyIcons } from './CopyStatus.tsx'
import { copyFailure, useCopy } from './useCopy.ts'

export interface CopyChipProps extends Omit<ComponentProps<'button'>, 'children' | 'onClick'> {
  /** Shown in monospace, copied on press. */
  text: string
  /** What it is, for assistive technology: "id" gives "Copy id r1x…". */
  noun?: string | undefined
  /** Without its icon on a phone, where the text alone has room; it still shows how a copy went. */
  isBrief?: boolean | undefined
}

/** An id that copies itself. */
export function CopyChip({ text, noun = '', isBrief, className, ...rest }: CopyChipProps) {
  const { outcome, copy } = useCopy(text)
  const Icon = copyIcons[outcome]
  const press = (event: MouseEvent) => {
    event.stopPropagation()
    void copy()
  }
  // A row around it must not open on the key that copies.
  const keep = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === ' ') event.stopPropagation()
  }
  return (
    <>
      <Tooltip content={outcome === 'failed' ? copyFailure : text} mono names>
        <button
          {...rest}
          type="button"
          className={joinClasses(styles.chip, styles[outcome], isBrief && styles.brief, className)}
          aria-label={joinClasses('Copy', noun, text)}
          onClick={press}
          onKeyDown={keep}
        >
          <span className={styles.text}>{text}</span>
          <Icon className={styles.icon} size={12} aria-hidden="true" />
        </button>
      </Tooltip>
      {outcome !== 'idle' && <CopyStatus outcome={outcome} />}
    </>
  )
}
