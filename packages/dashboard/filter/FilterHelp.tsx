import { Popover } from '@coffer/ui'
import type { RefObject } from 'react'
import styles from './FilterHelp.module.css'

/** An example of a filter with its meaning. */
export type FilterExample = readonly [filter: string, meaning: string]

interface FilterHelpProps {
  /** Default: examples for records. */
  examples?: readonly FilterExample[] | undefined
  open: boolean
  anchor: RefObject<HTMLElement | null>
  /** Returns the element to focus when the popup closes. */
  returnTo: () => HTMLElement | null
  onClose: () => void
  /** Whether to explain search terms and the keys of the filter bar too. */
  isForBar?: boolean
}

const recordExamples: readonly FilterExample[] = [
  ['status = "draft"', 'equals; != is the opposite'],
  ['title ~ "news"', 'contains; % matches anything; !~ is the opposite'],
  ['views >= 10', 'compares numbers, texts and dates: >  >=  <  <='],
  ['created > @monthStart', 'dates are in UTC: @now, @todayStart, "2026-01-31"'],
  ['author.name = "Ada"', 'a field of a related record'],
  ['tags.name ?= "food"', 'at least one matches; without ?, all must match'],
  ['comments_via_post.id != ""', 'records that reference this one'],
  ['tags:length > 2', 'number of values; flags:each checks every value'],
  ['a = 1 && (b = 2 || c = 3)', 'and, or, groups'],
]

/** Explains the filter syntax with examples. */
export function FilterHelp({ examples = recordExamples, open, anchor, returnTo, onClose, isForBar = false }: FilterHelpProps) {
  return (
    <Popover open={open} onClose={onClose} label="Filter syntax" isNarrow anchor={anchor} finalFocus={returnTo}>
      <div className={styles.help}>
        {isForBar && (
          <p>
            Plain text searches every field. Quote terms that contain an operator: <code>"a = b"</code>
          </p>
        )}
        <dl className={styles.examples}>
          {examples.map(([filter, meaning]) => (
            <div key={filter} className={styles.example}>
              <dt>
                <code>{filter}</code>
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
        {isForBar && (
          <p className={styles.keys}>
            <kbd>Ctrl+Space</kbd> shows suggestions. <kbd>↓</kbd> in an empty bar shows recent filters.
          </p>
        )}
      </div>
    </Popover>
  )
}
