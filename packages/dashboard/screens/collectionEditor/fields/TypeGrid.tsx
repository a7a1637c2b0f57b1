import { type FieldTypeName, fieldTypes, isFieldTypeName } from '@coffer/fields'
import { fieldViews } from '@coffer/fields/ui'
import { type KeyboardEvent, useState } from 'react'
import { itemAfterKey } from './itemAfterKey.ts'
import styles from './TypeGrid.module.css'

const types = Object.keys(fieldTypes).filter(isFieldTypeName)
const labels = types.map(type => fieldTypes[type].label)

/** Menu of all field types. Arrow keys and first letters move, Enter selects. */
export function TypeGrid({ onChoose }: { onChoose: (type: FieldTypeName) => void }) {
  const [current, setCurrent] = useState(0)

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')]
    const columns = items.filter(item => item.offsetTop === items[0]?.offsetTop).length
    const next = itemAfterKey(event.key, current, labels, columns)
    if (next === undefined) return
    event.preventDefault()
    setCurrent(next)
    items[next]?.focus()
  }
  return (
    <div className={styles.grid} role="menu" aria-label="Field types" tabIndex={-1} onKeyDown={onKeyDown}>
      {types.map((type, index) => {
        const { icon: Icon } = fieldViews[type]
        return (
          <button
            key={type}
            type="button"
            role="menuitem"
            className={styles.type}
            tabIndex={index === current ? 0 : -1}
            onFocus={() => setCurrent(index)}
            onClick={() => onChoose(type)}
          >
            <Icon size={16} aria-hidden={true} />
            {labels[index]}
          </button>
        )
      })}
    </div>
  )
}
