import { RecordChip, type ViewContext } from '@coffer/fields/ui'
import { Skeleton } from '@coffer/ui'
import { useId, useRef } from 'react'
import { messageOf } from '../../../queries/connection/failure.ts'
import { RetryAlert } from '../../../shell/loading/RetryAlert.tsx'
import styles from './RecordPicker.module.css'
import type { ChosenRecords } from './useChosenRecords.ts'

interface ChosenListProps {
  chosen: ChosenRecords
  limit: number
  context: ViewContext
}

const skeletons = Array.from({ length: 10 }, (_, index) => index)
/** Maximum number of chips; the rest is only counted. */
const maxShownChips = 200

/** Lists the chosen records, each with a remove button. */
export function ChosenList({ chosen, limit, context }: ChosenListProps) {
  const { records, pending, failure } = chosen
  const titleId = useId()
  const list = useRef<HTMLUListElement>(null)
  const rest = records.length - maxShownChips

  const remove = (index: number) => {
    const record = records[index]
    if (record === undefined) return
    // The focused button disappears with the record, so the focus moves to the next one, the previous one or the heading.
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const next = buttons[index + 1] ?? buttons[index - 1] ?? document.getElementById(titleId)
    next?.focus()
    chosen.drop(record.id)
  }

  return (
    <section className={styles.chosen} aria-labelledby={titleId}>
      <h3 id={titleId} className={styles.chosenTitle} tabIndex={-1}>
        Selected{records.length > 0 && limit !== 1 && <Count count={records.length} limit={limit} />}
      </h3>
      {failure ? (
        <RetryAlert size="small" onRetry={chosen.retry}>
          The selected records could not be loaded. {messageOf(failure)}
        </RetryAlert>
      ) : pending > 0 ? (
        <div className={styles.chips} role="status" aria-label="Loading...">
          {skeletons.slice(0, pending).map(key => (
            <Skeleton key={key} width={96} height={22} />
          ))}
        </div>
      ) : records.length === 0 ? (
        <p className={styles.none}>No selected records.</p>
      ) : (
        <ul ref={list} className={styles.chips}>
          {records.slice(0, maxShownChips).map((record, index) => (
            <li key={record.id}>
              <RecordChip
                record={record}
                context={context}
                removeLabel={`Remove ${context.recordLabel(record)}`}
                onRemove={() => remove(index)}
              />
            </li>
          ))}
          {rest > 0 && <li className={styles.none}>and {rest} more</li>}
        </ul>
      )}
    </section>
  )
}

function Count({ count, limit }: { count: number; limit: number }) {
  const all = limit === Number.POSITIVE_INFINITY ? '' : ` of ${limit}`
  return (
    <span className={styles.count}>
      {` (${count}${all})`}
      {count >= limit && ' Remove one to select another.'}
    </span>
  )
}
