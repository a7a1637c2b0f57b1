import { Dialog, TextInput } from '@coffer/ui'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import styles from './CommandPalette.module.css'
import type { Destination } from './destinations.ts'
import { useDestinations } from './useDestinations.ts'

interface CommandPaletteProps {
  open: boolean
  onClose: () => void
}

/** Finds collections, pages, records by id, and actions of the current page. */
export function CommandPalette({ open, onClose }: CommandPaletteProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Go to" className={styles.palette}>
      <Finder onClose={onClose} />
    </Dialog>
  )
}

function Finder({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const { destinations, isLooking } = useDestinations(typed)
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)
  const active = Math.min(chosen, destinations.length - 1)
  const optionId = (index: number) => `${listId}-${index}`

  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])

  const follow = (destination: Destination | undefined) => {
    if (destination === undefined) return
    onClose()
    destination.go()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const last = destinations.length - 1
    const next = { ArrowDown: active === last ? 0 : active + 1, ArrowUp: active <= 0 ? last : active - 1 }[event.key]
    if (next !== undefined) setChosen(next)
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) follow(destinations[active])
    else return
    event.preventDefault()
  }
  return (
    <>
      <TextInput
        icon={Search}
        role="combobox"
        aria-label="Collection, page, action or record id"
        aria-expanded={destinations.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={destinations.length > 0 ? optionId(active) : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder="Collection, page, action or record id..."
        value={typed}
        onValueChange={text => {
          setTyped(text)
          setChosen(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div ref={list} id={listId} className={styles.list} role="listbox" aria-label="Destinations">
        {destinations.map((destination, index) => (
          <Option
            key={destination.id}
            id={optionId(index)}
            destination={destination}
            isActive={index === active}
            onFollow={() => follow(destination)}
          />
        ))}
      </div>
      <p className={styles.nothing} role="status">
        {destinations.length === 0 && (isLooking ? 'Looking for a record with this id...' : 'Nothing found.')}
      </p>
    </>
  )
}

interface OptionProps {
  id: string
  destination: Destination
  isActive: boolean
  onFollow: () => void
}

function Option({ id, destination: { label, hint, icon: Icon }, isActive, onFollow }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input, which references the active option
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys
    <div id={id} className={styles.option} role="option" aria-selected={isActive} onClick={onFollow}>
      <Icon size={16} aria-hidden={true} />
      <span className={styles.label}>{label}</span>
      <span className={styles.hint}>{hint}</span>
    </div>
  )
}
