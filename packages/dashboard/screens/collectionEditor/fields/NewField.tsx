import type { FieldTypeName } from '@coffer/fields'
import { Button, Popover } from '@coffer/ui'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import styles from './FieldsTab.module.css'
import { TypeGrid } from './TypeGrid.tsx'

interface NewFieldProps {
  /** Whether saving failed because the collection has no fields. */
  isMissing: boolean
  onChoose: (type: FieldTypeName) => void
}

/** Button with a menu of field types that adds a field. */
export function NewField({ isMissing, onChoose }: NewFieldProps) {
  const button = useRef<HTMLButtonElement>(null)
  const added = useRef<HTMLElement>(null)
  const [isOpen, setOpen] = useState(false)

  const choose = (type: FieldTypeName) => {
    onChoose(type)
    // The new field's name has the focus now, and must keep it when the popover closes.
    added.current = document.activeElement instanceof HTMLInputElement ? document.activeElement : null
    setOpen(false)
  }
  return (
    <>
      <Button
        ref={button}
        block={true}
        icon={Plus}
        className={styles.add}
        data-part="add"
        aria-haspopup="menu"
        aria-invalid={isMissing || undefined}
        aria-expanded={isOpen}
        onClick={() => {
          added.current = null
          setOpen(!isOpen)
        }}
      >
        New field
      </Button>
      <Popover
        open={isOpen}
        onClose={() => setOpen(false)}
        label="New field"
        anchor={button}
        finalFocus={() => added.current ?? button.current}
      >
        <TypeGrid onChoose={choose} />
      </Popover>
    </>
  )
}
