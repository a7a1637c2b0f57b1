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
  /** What the editing begins with. Another one needs another key. */
  start: RichDocument
  /** The editor, and null once it is gone. */
  onEditor: (editor: Editor | null) => void
  onImagePress: () => void
  onLinkKey: () => void
  onToolbarKey: () => void
}

/** The text itself, edited as it looks. */
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

  // Before anything is seen, so that the tools come with the text.
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

/** A text that is begun takes the direction that was chosen last. */
function contentOf({ html, document }: RichDocument) {
  if (html !== '') return document.toJSON()
  return { type: 'doc', content: [{ type: 'paragraph', attrs: { dir: rememberedDirection() } }] }
}

interface Presses extends Pick<RichTextProps, 'onImagePress' | 'onLinkKey' | 'onToolbarKey'> {
  onLeftOut: (count: number) => void
  onFiles: () => void
}

/** What the editor asks of the page around it; the same until the attributes of the control change. */
function useEditorProps(control: ControlAttributes, labelId: string, presses: Presses) {
  const latest = useLatest(presses)
  const described = JSON.stringify(control)
  return useMemo(() => {
    const refuseFiles = (event: Event, list: DataTransfer | null) => {
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
      handlePaste: (_view: unknown, event: ClipboardEvent) => refuseFiles(event, event.clipboardData),
      handleDrop: (_view: unknown, event: DragEvent) => refuseFiles(event, event.dataTransfer),
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

/** Makes the editor ready for a key, and says whether it is none of the editor's. */
function takeKey({ key, isComposing }: KeyboardEvent): boolean {
  // On a busy page a key may overtake the news of what was selected just before it, and so change nothing or something else.
  if (!isComposing) document.dispatchEvent(new Event('selectionchange'))
  // The editor would swallow it, so that nothing around it could be left.
  return key === 'Escape'
}

const pressOf = ({ key, altKey, shiftKey, ctrlKey, metaKey }: KeyboardEvent): 'onToolbarKey' | 'onLinkKey' | undefined => {
  if (altKey && key === 'F10') return 'onToolbarKey'
  return (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'k' ? 'onLinkKey' : undefined
}

const textsOf = (attributes: object): Record<string, string> =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, String(value)]))

/** A value for listeners that outlive the drawing they were made in. */
function useLatest<Value>(value: Value) {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}

/** A label leads to inputs by itself, but not to an element that is merely editable. */
function leadLabel(labelId: string, editor: Editor): () => void {
  const label = document.getElementById(labelId)
  const lead = () => editor.view.focus()
  label?.addEventListener('click', lead)
  return () => label?.removeEventListener('click', lead)
}
