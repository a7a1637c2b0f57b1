import { Popover } from '@coffer/ui'
import type { RefObject } from 'react'
import styles from './FilterHelp.module.css'

/** A filter, and what it means. */
export type FilterExample = readonly [filter: string, meaning: string]

interface FilterHelpProps {
  /** By default those of records. */
  examples?: readonly FilterExample[] | undefined
  open: boolean
  anchor: RefObject<HTMLElement | null>
  /** Where focus goes when it closes. */
  returnTo: () => HTMLElement | null
  onClose: () => void
  /** Whether it is about the filter bar, whose keys it then tells, too. */
  isForBar?: boolean
}

const recordExamples: readonly FilterExample[] = [
  ['status = "draft"', 'equals; != is the opposite'],
  ['title ~ "news"', 'contains, % standing for anything; !~ is the opposite'],
  ['views >= 10', 'compares numbers, texts and moments: >  >=  <  <='],
  ['created > @monthStart', 'moments are in UTC: @now, @todayStart, "2026-01-31"'],
  ['author.name = "Ada"', 'a field of a related record'],
  ['tags.name ?= "food"', 'any of several; without ? it holds for all of them'],
  ['comments_via_post.id != ""', 'records that are related to this one'],
  ['tags:length > 2', 'how many there are; flags:each looks at every one'],
  ['a = 1 && (b = 2 || c = 3)', 'and, or, groups'],
]

/** How filters are written, in examples. */
export function FilterHelp({ examples = recordExamples, open, anchor, returnTo, onClose, isForBar = false }: FilterHelpProps) {
  return (
    <Popover open={open} onClose={onClose} label="How filters are written" isNarrow anchor={anchor} finalFocus={returnTo}>
      <div className={styles.help}>
        {isForBar && (
          <p>
            Words without an operator are searched for in every field. A term that holds one is put in quotes:{' '}
            <code>"a = b"</code>
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
            <kbd>Ctrl+Space</kbd> shows what can be written. <kbd>↓</kbd> in an empty bar shows recent filters.
          </p>
        )}
      </div>
    </Popover>
  )
}
