import { joinClasses } from '@coffer/ui'
import { useMemo } from 'react'
import styles from './PartDiff.module.css'
import { type DiffSpan, sideBySide } from './sideBySide.ts'

interface PartDiffProps {
  before: object | undefined
  after: object | undefined
}

const textOf = (part: object | undefined): string => (part === undefined ? '' : `${JSON.stringify(part, null, 2)}\n`)

/** Shows the JSON before and after a change side by side; on a phone one below the other. */
export function PartDiff({ before, after }: PartDiffProps) {
  const rows = useMemo(() => sideBySide(textOf(before), textOf(after)), [before, after])
  return (
    <div className={styles.diff}>
      {rows.map((row, at) =>
        row.kind === 'skipped' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity than their position
          <p key={at} className={styles.skipped}>
            {row.count} unchanged lines
          </p>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity than their position
          <div key={at} className={joinClasses(styles.row, styles[row.kind])}>
            <Side as={row.kind === 'same' ? 'span' : 'del'} spans={row.before} className={styles.before} />
            <Side as={row.kind === 'same' ? 'span' : 'ins'} spans={row.after} className={styles.after} />
          </div>
        ),
      )}
    </div>
  )
}

interface SideProps {
  as: 'span' | 'del' | 'ins'
  spans: readonly DiffSpan[] | undefined
  className: string | undefined
}

function Side({ as: Tag, spans, className }: SideProps) {
  if (spans === undefined) return <span className={joinClasses(styles.side, styles.nothing)} />
  return (
    <Tag className={joinClasses(styles.side, className)}>
      {spans.map(({ text, isChanged }, at) =>
        isChanged ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: spans have no other identity than their position
          <b key={at} className={styles.own}>
            {text}
          </b>
        ) : (
          text
        ),
      )}
    </Tag>
  )
}
