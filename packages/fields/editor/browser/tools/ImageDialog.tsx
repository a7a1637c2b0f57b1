import { FieldFrame, NumberInput, TextInput } from '@coffer/ui'
import type { Editor } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'
import { useState } from 'react'
import { isImageAddress } from '../../addresses.ts'
import styles from '../RichTextEditor.module.css'
import { AddressField } from './AddressField.tsx'
import { ToolDialogFrame } from './ToolDialogFrame.tsx'

interface ImageDialogProps {
  open: boolean
  editor: Editor
  onClose: () => void
}

interface ImageDraft {
  src: string
  alt: string
  width: number | null
  height: number | null
}

const blank: ImageDraft = { src: '', alt: '', width: null, height: null }

const sizeOf = (value: unknown): number | null => (/^\d+$/.test(String(value)) ? Number(value) : null)

/** Returns the selected image. */
function draftOf({ state: { selection } }: Editor): ImageDraft {
  if (!(selection instanceof NodeSelection) || selection.node.type.name !== 'image') return blank
  const { src, alt, width, height } = selection.node.attrs
  return { src, alt: alt ?? '', width: sizeOf(width), height: sizeOf(height) }
}

const textOf = (size: number | null): string | null => (size === null || size < 1 ? null : String(Math.round(size)))

/** Inserts an image by URL, or edits the selected one. */
export function ImageDialog({ open, editor, onClose }: ImageDialogProps) {
  const [draft, setDraft] = useState<ImageDraft>()
  const [error, setError] = useState<string>()
  if (open !== (draft !== undefined)) {
    setDraft(open ? draftOf(editor) : undefined)
    setError(undefined)
  }
  const { src, alt, width, height } = draft ?? blank
  const isChange = draftOf(editor) !== blank
  const change = (values: Partial<ImageDraft>) => setDraft(last => last && { ...last, ...values })

  const submit = () => {
    const address = src.trim()
    if (address === '') return setError('Type the address of the image.')
    if (!isImageAddress(address)) return setError('This kind of address is not allowed. Use https, http, or a path on this site.')
    const attributes = { src: address, alt, width: textOf(width), height: textOf(height) }
    const chain = editor.chain()
    if (isChange) chain.updateAttributes('image', attributes).run()
    else chain.insertContent({ type: 'image', attrs: attributes }).run()
    onClose()
  }
  return (
    <ToolDialogFrame
      editor={editor}
      open={open}
      title={isChange ? 'Edit image' : 'Insert image'}
      submit={isChange ? 'Save image' : 'Insert'}
      onSubmit={submit}
      onClose={onClose}
    >
      <AddressField
        value={src}
        error={error}
        onChange={src => {
          setError(undefined)
          change({ src })
        }}
      />
      <FieldFrame label="Alternative text" help="What the image shows, for those who do not see it. Empty for decoration.">
        {({ control }) => (
          <TextInput {...control} autoComplete="off" value={alt} onValueChange={value => change({ alt: value })} />
        )}
      </FieldFrame>
      <div className={styles.pair}>
        <FieldFrame label="Width" help="Pixels">
          {({ control }) => (
            <NumberInput {...control} min={1} step={1} value={width} onValueChange={value => change({ width: value })} />
          )}
        </FieldFrame>
        <FieldFrame label="Height" help="Pixels">
          {({ control }) => (
            <NumberInput {...control} min={1} step={1} value={height} onValueChange={value => change({ height: value })} />
          )}
        </FieldFrame>
      </div>
    </ToolDialogFrame>
  )
}
