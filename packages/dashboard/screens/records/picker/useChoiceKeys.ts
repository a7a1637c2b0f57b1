import type { RecordJson } from '@coffer/fields/ui'
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import type { RowsInView } from '../../../table/useRowsInView.ts'

interface ChoiceKeysOptions {
  list: RefObject<HTMLElement | null>
  records: readonly RecordJson[]
  active: number
  rowsInView: RowsInView
  onMove: (id: string) => void
  onPress: (record: RecordJson) => void
}

/** Handles the keys of a list of choices: Up and Down move between rows, Right focuses the row's button, Enter chooses like Space. */
export function useChoiceKeys({ list, records, active, rowsInView, onMove, onPress }: ChoiceKeysOptions) {
  const isFocusDue = useRef(false)
  const controlsOf = (index: number) => list.current?.querySelectorAll<HTMLElement>(`[data-index="${index}"]`)

  // Runs after every render, because a virtualized row may be rendered later than the key was pressed.
  useLayoutEffect(() => {
    if (!isFocusDue.current) return
    const choice = controlsOf(active)?.[0]
    if (choice === undefined) return
    isFocusDue.current = false
    choice.focus({ preventScroll: true })
  })

  const goTo = (index: number) => {
    const to = Math.min(Math.max(index, 0), records.length - 1)
    const record = records[to]
    if (record === undefined) return
    const choice = controlsOf(to)?.[0]
    isFocusDue.current = choice === undefined
    onMove(record.id)
    rowsInView.reveal(to)
    choice?.focus({ preventScroll: true })
  }

  const act = (key: string, index: number, isChoice: boolean): boolean => {
    const record = records[index]
    if (key === 'ArrowDown') goTo(index + 1)
    else if (key === 'ArrowUp') goTo(index - 1)
    else if (key === 'PageDown') goTo(index + rowsInView.pageSize())
    else if (key === 'PageUp') goTo(index - rowsInView.pageSize())
    else if (key === 'Home') goTo(0)
    else if (key === 'End') goTo(records.length - 1)
    else if (key === 'ArrowRight') controlsOf(index)?.[1]?.focus()
    else if (key === 'ArrowLeft') controlsOf(index)?.[0]?.focus()
    else if (key === 'Enter' && isChoice && record) onPress(record)
    else return false
    return true
  }
  return (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLElement)) return
    const index = event.target.dataset.index
    if (index !== undefined && act(event.key, Number(index), event.target instanceof HTMLInputElement)) event.preventDefault()
  }
}
