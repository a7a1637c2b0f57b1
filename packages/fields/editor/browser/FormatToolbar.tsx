import { Toolbar, ToolbarButton, ToolbarGroup } from '@coffer/ui'
import type { Editor } from '@tiptap/core'
import { FileCode, Maximize, Minimize } from 'lucide-react'
import type { KeyboardEvent, Ref } from 'react'
import { focusText } from './focusText.ts'
import type { RichTextEditorProps } from './RichTextProps.ts'
import { ImageDialog } from './tools/ImageDialog.tsx'
import { LinkDialog } from './tools/LinkDialog.tsx'
import { TableDialog } from './tools/TableDialog.tsx'
import { TextTools } from './tools/TextTools.tsx'
import type { ToolDialog } from './tools/Tools.ts'
import type { Mode } from './useRichSession.ts'

interface FormatToolbarProps {
  ref: Ref<HTMLDivElement>
  /** The field's name. */
  name: string
  controls: string
  /** Absent in source mode. */
  editor: Editor | null
  mode: Mode
  onModeChange: (mode: Mode) => void
  isFull: boolean
  onFullChange: () => void
  dialog: ToolDialog | undefined
  onDialogChange: (dialog: ToolDialog | undefined) => void
  ImagePicker: RichTextEditorProps['ImagePicker']
}

/** The toolbar of the rich text editor, with its dialogs. */
export function FormatToolbar(props: FormatToolbarProps) {
  const { ref, name, controls, editor, mode, onModeChange, isFull, onFullChange, dialog, onDialogChange, ImagePicker } = props
  const isText = mode === 'text'
  const close = () => onDialogChange(undefined)
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !editor) return
    event.preventDefault()
    editor.view.focus()
  }
  return (
    <>
      <Toolbar ref={ref} label={`Tools of ${name}`} controls={controls} onKeyDown={leave}>
        {isText && editor && <TextTools editor={editor} onDialog={onDialogChange} />}
        <ToolbarGroup label="View" isPinned>
          <ToolbarButton
            label="HTML source"
            icon={FileCode}
            pressed={!isText}
            onClick={() => onModeChange(isText ? 'source' : 'text')}
          />
          <ToolbarButton label="Full window" icon={isFull ? Minimize : Maximize} pressed={isFull} onClick={onFullChange} />
        </ToolbarGroup>
      </Toolbar>
      {editor && (
        <>
          <LinkDialog open={dialog === 'link'} editor={editor} onClose={close} />
          <ImageDialog open={dialog === 'image'} editor={editor} onClose={close} />
          <ImagePicker
            open={dialog === 'imagePicker'}
            onPick={image => editor.chain().setImage(image).run()}
            onClose={close}
            takeFocus={() => focusText(editor)}
          />
          <TableDialog open={dialog === 'table'} editor={editor} onClose={close} />
        </>
      )}
    </>
  )
}
