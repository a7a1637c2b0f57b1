import { Button, Menu } from '@coffer/ui'
import { ChevronDown } from 'lucide-react'
import type { BulkOperation, Operation } from './bulkOperations.ts'
import styles from './OperationMenu.module.css'

interface OperationMenuProps {
  /** Name of the field. */
  name: string
  operations: readonly BulkOperation[]
  value: Operation
  onChange: (operation: Operation) => void
}

/** Chooses the bulk operation for a field. A single operation shows as plain text. */
export function OperationMenu({ name, operations, value, onChange }: OperationMenuProps) {
  const [only] = operations
  if (operations.length === 1) return <span className={styles.only}>{only?.label}</span>
  const label = operations.find(({ operation }) => operation === value)?.label
  return (
    <Menu
      align="end"
      trigger={
        <Button size="small" variant="quiet" aria-label={`${label}: how ${name} changes`}>
          {label}
          <ChevronDown size={14} aria-hidden={true} />
        </Button>
      }
      items={[
        {
          kind: 'choice',
          label: `How ${name} changes`,
          value,
          options: operations.map(({ operation, label }) => ({ value: operation, label })),
          onChange: chosen => {
            const found = operations.find(({ operation }) => operation === chosen)
            if (found) onChange(found.operation)
          },
        },
      ]}
    />
  )
}
