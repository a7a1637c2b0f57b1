import type { Field } from '@coffer/fields'
import { fieldInputs } from '@coffer/fields/inputs'
import { fieldViews, type ViewContext } from '@coffer/fields/ui'
import { FieldAside, FieldFrame, IconButton, VisuallyHidden } from '@coffer/ui'
import { Plus, X } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import styles from './BulkField.module.css'
import { bulkOperations, type Operation } from './bulkOperations.ts'
import type { FieldChange } from './fieldChange.ts'
import { OperationMenu } from './OperationMenu.tsx'

interface BulkFieldProps {
  field: Field
  /** Undefined while the field is unchanged. */
  change: FieldChange | undefined
  error: string | undefined
  context: ViewContext
  onChoose: (operation?: Operation) => void
  onDrop: () => void
  onValue: (value: unknown) => void
}

/** A field in the bulk editor: one line while unchanged, then its input. */
export function BulkField({ field, change, error, context, onChoose, onDrop, onValue }: BulkFieldProps) {
  const item = useRef<HTMLLIElement>(null)
  useFocusOnChange(item, change?.operation)
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
  const operations = bulkOperations(field)
  const input = operations.find(({ operation }) => operation === change.operation)?.input
  const Input = fieldInputs[field.type]
  const aside = (
    <span className={styles.tools} data-tools="">
      <OperationMenu name={field.name} operations={operations} value={change.operation} onChange={onChoose} />
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
          {() => <p className={styles.cleared}>Will be cleared.</p>}
        </FieldFrame>
      )}
    </li>
  )
}

const controls = ':is(input:not([hidden]), textarea, [role="combobox"], [contenteditable="true"], button):not(:disabled)'

/**
 * Moves the focus when the operation of a field changes, since the pressed button disappears. On touch screens it focuses a button
 * instead of the input, so that no on-screen keyboard opens.
 */
function useFocusOnChange(item: { current: HTMLElement | null }, operation: Operation | undefined) {
  const last = useRef(operation)
  useLayoutEffect(() => {
    if (last.current === operation) return
    last.current = operation
    const found = [...(item.current?.querySelectorAll<HTMLElement>(controls) ?? [])]
    const isTouch = matchMedia('(pointer: coarse)').matches
    const input = isTouch ? undefined : found.find(control => control.closest('[data-tools]') === null)
    ;(input ?? found[0])?.focus()
  }, [item, operation])
}
