import { Checkbox, FieldFrame, NumberInput } from '@coffer/ui'
import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import styles from '../RichTextEditor.module.css'
import { ToolDialogFrame } from './ToolDialogFrame.tsx'

interface TableDialogProps {
  open: boolean
  editor: Editor
  onClose: () => void
}

const most = { rows: 50, columns: 20 }

const within = (value: number | null, most: number): boolean =>
  value !== null && Number.isInteger(value) && value >= 1 && value <= most

/** Asks for the size of a new table. */
export function TableDialog({ open, editor, onClose }: TableDialogProps) {
  const [rows, setRows] = useState<number | null>(3)
  const [columns, setColumns] = useState<number | null>(3)
  const [hasHeader, setHeader] = useState(true)
  const [isTried, setTried] = useState(false)

  const submit = () => {
    setTried(true)
    if (!within(rows, most.rows) || !within(columns, most.columns)) return
    editor
      .chain()
      .insertTable({ rows: rows ?? 1, cols: columns ?? 1, withHeaderRow: hasHeader })
      .run()
    onClose()
  }
  const sides = [
    { label: 'Rows', value: rows, set: setRows, most: most.rows },
    { label: 'Columns', value: columns, set: setColumns, most: most.columns },
  ]
  return (
    <ToolDialogFrame editor={editor} open={open} title="Insert table" submit="Insert" onSubmit={submit} onClose={onClose}>
      <div className={styles.pair}>
        {sides.map(({ label, value, set, most }) => (
          <FieldFrame key={label} label={label} error={isTried && !within(value, most) ? `From 1 to ${most}.` : undefined}>
            {({ control }) => <NumberInput {...control} min={1} max={most} step={1} value={value} onValueChange={set} />}
          </FieldFrame>
        ))}
      </div>
      <Checkbox label="The first row is a header" checked={hasHeader} onCheckedChange={setHeader} />
    </ToolDialogFrame>
  )
}
