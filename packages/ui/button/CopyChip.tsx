import type { ComponentProps, KeyboardEvent, MouseEvent } from 'react'
import { Tooltip } from '../layers/Tooltip.tsx'
import { joinClasses } from '../style/joinClasses.ts'
import styles from './CopyChip.module.css'
import { CopyStatus, copyIcons } from './CopyStatus.tsx'
import { copyFailure, useCopy } from './useCopy.ts'

export interface CopyChipProps extends Omit<ComponentProps<'button'>, 'children' | 'onClick'> {
  /** The displayed and copied text. */
  text: string
  /** What the text is, for the accessible name: "id" gives "Copy id r1x…". */
  noun?: string | undefined
  /** Hides the icon on phones, where only the text fits. The result of copying is still shown. */
  isBrief?: boolean | undefined
}

/** An id in monospace that is copied on click. */
export function CopyChip({ text, noun = '', isBrief, className, ...rest }: CopyChipProps) {
  const { outcome, copy } = useCopy(text)
  const Icon = copyIcons[outcome]
  const press = (event: MouseEvent) => {
    event.stopPropagation()
    void copy()
  }
  // The key must not also open the surrounding row.
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
