import { Button, Checkbox, FieldFrame, TextInput } from '@coffer/ui'
import { type Editor, getMarkRange } from '@tiptap/core'
import { useState } from 'react'
import { completeAddress, isLinkAddress } from '../../addresses.ts'
import { AddressField } from './AddressField.tsx'
import { ToolDialogFrame } from './ToolDialogFrame.tsx'

interface LinkDialogProps {
  open: boolean
  editor: Editor
  onClose: () => void
}

interface LinkDraft {
  href: string
  /** The link text; absent if the selection is more than text in one line, which is not editable here. */
  text: string | undefined
  opensTab: boolean
}

/** Returns the range of the current link or the selection. */
function linkRange({ state }: Editor): { from: number; to: number } {
  const { $from, from, to } = state.selection
  const type = state.schema.marks.link
  return (type && getMarkRange($from, type)) ?? { from, to }
}

function draftOf(editor: Editor): LinkDraft {
  const { from, to } = linkRange(editor)
  const { doc } = editor.state
  const { href, target } = editor.getAttributes('link')
  const isText = doc.resolve(from).sameParent(doc.resolve(to)) && doc.textBetween(from, to).length === to - from
  return { href: href ?? '', text: isText ? doc.textBetween(from, to) : undefined, opensTab: target === '_blank' }
}

function insertLink(editor: Editor, href: string, { text, opensTab }: LinkDraft): void {
  const { from, to } = linkRange(editor)
  const { rel } = editor.getAttributes('link')
  const link = {
    href,
    target: opensTab ? '_blank' : null,
    rel: opensTab ? (rel ?? 'noopener') : rel === 'noopener' ? null : (rel ?? null),
  }
  const chain = editor.chain().setTextSelection({ from, to })
  const label = text === undefined || text !== '' ? text : href
  if (label !== undefined && label !== editor.state.doc.textBetween(from, to)) {
    const marks =
      from === to
        ? (editor.state.storedMarks ?? editor.state.selection.$from.marks())
        : (editor.state.doc.nodeAt(from)?.marks ?? [])
    chain
      .insertContent({ type: 'text', text: label, marks: marks.map(mark => mark.toJSON()) })
      .setTextSelection({ from, to: from + label.length })
  }
  chain
    .setLink(link)
    .setTextSelection(from + (label ?? '').length || to)
    .run()
}

/** Turns the selected text into a link, or edits the link at the caret. */
export function LinkDialog({ open, editor, onClose }: LinkDialogProps) {
  const [draft, setDraft] = useState<LinkDraft>()
  const [error, setError] = useState<string>()
  const isChange = editor.isActive('link')
  if (open !== (draft !== undefined)) {
    setDraft(open ? draftOf(editor) : undefined)
    setError(undefined)
  }

  const submit = () => {
    if (!draft) return
    const href = completeAddress(draft.href)
    if (href === '') return setError('Type the address that the link leads to.')
    if (!isLinkAddress(href)) {
      return setError('This kind of address is not allowed. Use https, http, mailto, tel, or a path on this site.')
    }
    insertLink(editor, href, draft)
    onClose()
  }
  const remove = () => {
    editor.chain().extendMarkRange('link').unsetLink().run()
    onClose()
  }
  return (
    <ToolDialogFrame
      editor={editor}
      open={open}
      title={isChange ? 'Edit link' : 'Insert link'}
      submit={isChange ? 'Save link' : 'Insert'}
      onSubmit={submit}
      onClose={onClose}
      footerStart={isChange && <Button onClick={remove}>Remove link</Button>}
    >
      <AddressField
        value={draft?.href ?? ''}
        error={error}
        onChange={href => {
          setError(undefined)
          setDraft(last => last && { ...last, href })
        }}
      />
      {draft?.text !== undefined && (
        <FieldFrame label="Text">
          {({ control }) => (
            <TextInput
              {...control}
              autoComplete="off"
              value={draft.text ?? ''}
              onValueChange={text => setDraft(last => last && { ...last, text })}
            />
          )}
        </FieldFrame>
      )}
      <Checkbox
        label="Open in a new tab"
        checked={draft?.opensTab ?? false}
        onCheckedChange={opensTab => setDraft(last => last && { ...last, opensTab })}
      />
    </ToolDialogFrame>
  )
}
