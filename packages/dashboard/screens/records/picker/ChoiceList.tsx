import type { RecordJson, ViewContext } from '@coffer/fields/ui'
import { phone, useInfiniteScroll, useMedia } from '@coffer/ui'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useRowsInView } from '../../../table/useRowsInView.ts'
import { ChoiceRow } from './ChoiceRow.tsx'
import shared from './choices.module.css'
import { MoreChoices } from './MoreChoices.tsx'
import styles from './RecordPicker.module.css'
import { useChoiceKeys } from './useChoiceKeys.ts'
import type { RecordChoices } from './useRecordChoices.ts'

interface ChoiceListProps {
  label: string
  /** The search term or filter. A new one scrolls to the first record. */
  search: string
  choices: RecordChoices
  context: ViewContext
  chosenIds: ReadonlySet<string>
  isSingle: boolean
  isFull: boolean
  isReadOnly: boolean
  onPress: (record: RecordJson) => void
  onOpen: (id: string) => void
  /** Shown instead of an empty list. */
  children: ReactNode
}

const rowHeight = 36
const rowHeightOnPhone = 44

/** A virtualized list of records to choose from. Scrolling near the end loads more. */
export function ChoiceList(props: ChoiceListProps) {
  const { label, search, choices, context, chosenIds, isSingle, isFull, isReadOnly, onPress, onOpen, children } = props
  const { records, hasMore, isLoadingMore, hasMoreFailed, isStale, loadMore } = choices
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const name = useId()
  const height = useMedia(phone) ? rowHeightOnPhone : rowHeight
  const [activeId, setActiveId] = useState<string>()
  const active = Math.max(
    records.findIndex(({ id }) => id === activeId),
    0,
  )

  const rowsInView = useRowsInView({ scroller, count: records.length, height, active, overscan: 8 })
  useInfiniteScroll(scroller, {
    canLoad: hasMore && !isLoadingMore && !hasMoreFailed && !isStale,
    count: records.length,
    onLoadMore: loadMore,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls up when the search changes
  useEffect(() => {
    scroller.current?.scrollTo(0, 0)
  }, [search])
  const onKeyDown = useChoiceKeys({ list, records, active, rowsInView, onMove: setActiveId, onPress })

  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles support it, but the rule does not read expressions
    <div
      ref={scroller}
      className={shared.scroller}
      role={isSingle ? 'radiogroup' : 'group'}
      aria-label={label}
      aria-busy={isStale || choices.isLoading || undefined}
      data-stale={isStale ? '' : undefined}
    >
      {records.length === 0 ? (
        children
      ) : (
        <ul ref={list} className={styles.rows} style={{ height: records.length * height }} onKeyDown={onKeyDown}>
          {rowsInView.drawn.map(index => {
            const record = records[index]
            return (
              record && (
                <ChoiceRow
                  key={record.id}
                  record={record}
                  context={context}
                  index={index}
                  setSize={hasMore ? -1 : records.length}
                  style={{ height, transform: `translateY(${index * height}px)` }}
                  name={name}
                  isSingle={isSingle}
                  isReadOnly={isReadOnly}
                  isChosen={chosenIds.has(record.id)}
                  isFull={isFull}
                  isActive={index === active}
                  onPress={() => onPress(record)}
                  onOpen={() => onOpen(record.id)}
                />
              )
            )
          })}
        </ul>
      )}
      <MoreChoices choices={choices} what="records" />
    </div>
  )
}
