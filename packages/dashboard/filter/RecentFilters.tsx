import { IconButton, Popover } from '@coffer/ui'
import { X } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useRef } from 'react'
import styles from './RecentFilters.module.css'

interface RecentFiltersProps {
  open: boolean
  filters: readonly string[]
  /** The filter bar. */
  anchor: RefObject<HTMLElement | null>
  /** Returns the element to focus when the popup closes. */
  returnTo: () => HTMLElement | null
  onClose: () => void
  onChoose: (filter: string) => void
  onRemove: (filter: string) => void
}

/** Lists the recent filters. Arrow keys move, Enter applies a filter, Delete removes it. */
export function RecentFilters({ open, filters, anchor, returnTo, onClose, onChoose, onRemove }: RecentFiltersProps) {
  const list = useRef<HTMLUListElement>(null)
  const first = useRef<HTMLButtonElement>(null)
  const choices = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-filter]') ?? [])]

  const remove = (filter: string) => {
    const at = filters.indexOf(filter)
    // Move the focus first, because removing the row would lose it.
    const neighbor = choices()[at + 1] ?? choices()[at - 1]
    neighbor?.focus()
    onRemove(filter)
    if (!neighbor) onClose()
  }

  const move = (event: KeyboardEvent) => {
    const rows = choices()
    const at = rows.findIndex(row => row.parentElement?.contains(document.activeElement))
    const targets: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }
    const target = targets[event.key]
    if (target === undefined) return
    event.preventDefault()
    rows[(target + rows.length) % rows.length]?.focus()
  }

  return (
    <Popover open={open} onClose={onClose} label="Recent filters" anchor={anchor} initialFocus={first} finalFocus={returnTo}>
      <h2 className={styles.title}>Recent filters</h2>
      <ul ref={list} className={styles.list} onKeyDown={move}>
        {filters.map((filter, index) => (
          <li key={filter} className={styles.row}>
            <button
              ref={index === 0 ? first : undefined}
              type="button"
              data-filter=""
              className={styles.filter}
              onClick={() => onChoose(filter)}
              onKeyDown={event => event.key === 'Delete' && remove(filter)}
            >
              <span>{filter}</span>
            </button>
            <IconButton label={`Remove ${filter}`} tooltip="Remove" icon={X} size="small" onClick={() => remove(filter)} />
          </li>
        ))}
      </ul>
    </Popover>
  )
}
