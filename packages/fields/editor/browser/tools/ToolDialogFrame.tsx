import { Button, Dialog } from '@coffer/ui'
import type { Editor } from '@tiptap/core'
import { type ReactNode, type SubmitEvent, useId } from 'react'
import { focusText } from '../focusText.ts'
import styles from '../RichTextEditor.module.css'

interface ToolDialogProps {
  editor: Editor
  open: boolean
  title: string
  submit: string
  onSubmit: () => void
  onClose: () => void
  footerStart?: ReactNode
  children: ReactNode
}

/** The frame of a dialog over the text. */
export function ToolDialogFrame({ editor, open, title, submit, onSubmit, onClose, footerStart, children }: ToolDialogProps) {
  const formId = useId()
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      size="small"
      takeFocus={() => focusText(editor)}
      footerStart={footerStart}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary">
            {submit}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} noValidate onSubmit={send}>
        {children}
      </form>
    </Dialog>
  )
}
