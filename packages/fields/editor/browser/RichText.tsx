import { type ControlAttributes, useToasts } from '@coffer/ui'
import type { Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { EditorContent, useEditor } from '@tiptap/react'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import styles from './content.module.css'
import { rememberedDirection } from './direction.ts'
import { extensions } from './model/extensions.ts'
import { cleanPastedHtml } from './pasteRules.ts'
import type { RichTextEditorProps } from './RichTextProps.ts'
import { documentWriter, type RichDocument } from './richDocument.ts'

const noFiles = 'Files are not put into the text itself. Choose Image, From a collection, to upload a picture and insert it.'

interface RichTextProps extends Pick<RichTextEditorProps, 'control' | 'labelId' | 'convertsUrls' | 'onChange'> {
  /** The initial document. A new document needs a new `key`. */
  start: RichDocument
  /** Receives the editor, and null when it is destroyed. */
  onEditor: (editor: Editor | null) => void
  onImagePress: () => void
  onLinkKey: () => void
  onToolbarKey: () => void
}

/** The rich text editing area. */
export function RichText({ start, control, labelId, convertsUrls, onChange, onEditor, ...presses }: RichTextProps) {
  const toasts = useToasts()
  const editorProps = useEditorProps(control, labelId, {
    ...presses,
    onLeftOut: count =>
      toasts.warning(count === 1 ? `An image was left out. ${noFiles}` : `${count} images were left out. ${noFiles}`),
    onFiles: () => toasts.warning(noFiles),
  })
  const editor = useEditor({ extensions, content: contentOf(start), injectCSS: false, immediatelyRender: true, editorProps })
  const latest = useLatest({ onChange })

  // A layout effect, so that the toolbar appears together with the text.
  useLayoutEffect(() => {
    const write = documentWriter(start, editor.state.doc, convertsUrls ? location.origin : undefined)
    const report = () => latest.current.onChange(write(editor.state.doc))
    editor.on('update', report)
    onEditor(editor)
    return () => {
      editor.off('update', report)
      onEditor(null)
    }
  }, [editor, start, convertsUrls, onEditor, latest])

  useEffect(() => leadLabel(labelId, editor), [labelId, editor])
  return <EditorContent editor={editor} className={styles.scroll} />
}

/** A new text gets the most recently chosen direction. */
function contentOf({ html, document }: RichDocument) {
  if (html !== '') return document.toJSON()
  return { type: 'doc', content: [{ type: 'paragraph', attrs: { dir: rememberedDirection() } }] }
}

interface Presses extends Pick<RichTextProps, 'onImagePress' | 'onLinkKey' | 'onToolbarKey'> {
  onLeftOut: (count: number) => void
  onFiles: () => void
}

/** Returns the editor's options. The object stays the same until the attributes of the control change. */
function useEditorProps(control: ControlAttributes, labelId: string, presses: Presses) {
  const latest = useLatest(presses)
  const described = JSON.stringify(control)
  return useMemo(() => {
    const rejectFiles = (event: Event, list: DataTransfer | null) => {
      if (!list || list.files.length === 0 || list.getData('text/html') !== '') return false
      event.preventDefault()
      latest.current.onFiles()
      return true
    }
    return {
      attributes: {
        ...textsOf(JSON.parse(described)),
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': labelId,
        class: styles.content ?? '',
      },
      transformPastedHTML: (html: string) => {
        const { html: cleaned, leftOut } = cleanPastedHtml(html)
        if (leftOut > 0) latest.current.onLeftOut(leftOut)
        return cleaned
      },
      handlePaste: (_view: unknown, event: ClipboardEvent) => rejectFiles(event, event.clipboardData),
      handleDrop: (_view: unknown, event: DragEvent) => rejectFiles(event, event.dataTransfer),
      handleDOMEvents: { keydown: (_view: unknown, event: KeyboardEvent) => takeKey(event) },
      handleKeyDown: (_view: unknown, event: KeyboardEvent) => {
        const press = pressOf(event)
        if (press) latest.current[press]()
        return press !== undefined
      },
      handleDoubleClickOn: (_view: unknown, _position: number, { type }: Node) => {
        if (type.name === 'image') latest.current.onImagePress()
        return type.name === 'image'
      },
    }
  }, [described, labelId, latest])
}

/** Prepares the editor for a key press. Returns true if the editor must not handle the key. */
function takeKey({ key, isComposing }: KeyboardEvent): boolean {
  // On a busy page a key press can arrive before the selectionchange event, and would then apply to the previous selection.
  if (!isComposing) document.dispatchEvent(new Event('selectionchange'))
  // The editor would swallow the key, so that a surrounding dialog could not be closed.
  return key === 'Escape'
}

function pressOf({ key, altKey, shiftKey, ctrlKey, metaKey }: KeyboardEvent): 'onToolbarKey' | 'onLinkKey' | undefined {
  if (altKey && key === 'F10') return 'onToolbarKey'
  return (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'k' ? 'onLinkKey' : undefined
}

const textsOf = (attributes: object): Record<string, string> =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, String(value)]))

/** Returns a ref with the latest value, for listeners that outlive a render. */
function useLatest<Value>(value: Value) {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}

/** Focuses the text when its label is clicked. Browsers do this only for inputs, not for contenteditable elements. */
function leadLabel(labelId: string, editor: Editor): () => void {
  const label = document.getElementById(labelId)
  const lead = () => editor.view.focus()
  label?.addEventListener('click', lead)
  return () => label?.removeEventListener('click', lead)
}
