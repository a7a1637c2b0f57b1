import type { Field } from '@coffer/fields'
import { fieldInputs } from '@coffer/fields/inputs'
import { fieldViews, type ViewContext } from '@coffer/fields/ui'
import { FieldAside, FieldFrame, IconButton, VisuallyHidden } from '@coffer/ui'
import { Plus, X } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import styles from './BulkField.module.css'
import type { FieldChange } from './fieldChange.ts'
import { WayMenu } from './WayMenu.tsx'
import { type Way, waysToChange } from './waysToChange.ts'

interface BulkFieldProps {
  field: Field
  /** Absent while the field stays as it is. */
  change: FieldChange | undefined
  error: string | undefined
  context: ViewContext
  onChoose: (way?: Way) => void
  onDrop: () => void
  onValue: (value: unknown) => void
}

/** One field of many records: a line as long as it stays unchanged, then its input. */
export function BulkField({ field, change, error, context, onChoose, onDrop, onValue }: BulkFieldProps) {
  const item = useRef<HTMLLIElement>(null)
  useFocusOnChange(item, change?.way)
  const { icon: Icon } = fieldViews[field.type]

  if (change === undefined) {
    return (
      <li ref={item}>
        <button type="button" className={styles.unchanged} onClick={() => onChoose()}>
          <Icon size={14} aria-hidden={true} />
          <VisuallyHidden>Change </VisuallyHidden>
          <span className={styles.name}>{field.name}</span>
          <span className={styles.state} aria-hidden="true">
            Unchanged
          </span>
          <Plus size={14} aria-hidden={true} />
        </button>
      </li>
    )
  }
  const ways = waysToChange(field)
  const input = ways.find(({ way }) => way === change.way)?.input
  const Input = fieldInputs[field.type]
  const aside = (
    <span className={styles.tools} data-tools="">
      <WayMenu name={field.name} ways={ways} value={change.way} onChange={onChoose} />
      <IconButton size="small" icon={X} label={`Leave ${field.name} unchanged`} tooltip="Leave unchanged" onClick={onDrop} />
    </span>
  )
  return (
    <li ref={item} className={styles.changed}>
      {input ? (
        <FieldAside value={aside}>
          <Input
            field={input}
            value={change.value}
            record={undefined}
            context={context}
            error={error}
            onChange={onValue}
            onRepair={onValue}
          />
        </FieldAside>
      ) : (
        <FieldFrame as="group" label={field.name} icon={Icon} aside={aside}>
          {() => <p className={styles.cleared}>Will be empty.</p>}
        </FieldFrame>
      )}
    </li>
  )
}

const controls = ':is(input:not([hidden]), textarea, [role="combobox"], [contenteditable="true"], button):not(:disabled)'

/** What was pressed goes away with the old state of the field: its new one takes the focus, where there is no keyboard to raise. */
function useFocusOnChange(item: { current: HTMLElement | null }, way: Way | undefined) {
  const last = useRef(way)
  useLayoutEffect(() => {
    if (last.current === way) return
    last.current = way
    const found = [...(item.current?.querySelectorAll<HTMLElement>(controls) ?? [])]
    const isTouch = matchMedia('(pointer: coarse)').matches
    const input = isTouch ? undefined : found.find(control => control.closest('[data-tools]') === null)
    ;(input ?? found[0])?.focus()
  }, [item, way])
}
