import { CodeEditor, type CodeEditorHandle, joinClasses, useConfirm } from '@coffer/ui'
import type { Editor } from '@tiptap/core'
import { type KeyboardEvent, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { sourceWithoutOrigin } from '../addresses.ts'
import { FormatToolbar } from './FormatToolbar.tsx'
import { LossNotice } from './LossNotice.tsx'
import { RichText } from './RichText.tsx'
import styles from './RichTextEditor.module.css'
import type { RichTextEditorProps } from './RichTextProps.ts'
import { readDocument } from './richDocument.ts'
import type { ToolDialog } from './tools/Tools.ts'
import { useFullWindow } from './useFullWindow.ts'
import { type Mode, useRichSession } from './useRichSession.ts'

const htmlLanguage = () => import('@codemirror/lang-html').then(({ html }) => html())

const height = { least: 270, most: 700, toolbar: 35 }

/** A rich text editor with a source mode, which is also used for HTML that rich text cannot represent. */
export function RichTextEditor(props: RichTextEditorProps) {
  const { name, control, labelId, value, convertsUrls, onChange } = props
  const session = useRichSession(value, onChange)
  const { mode, start, html } = session
  const [editor, setEditor] = useState<Editor | null>(null)
  const [dialog, setDialog] = useState<ToolDialog>()
  const toolbar = useRef<HTMLDivElement>(null)
  const source = useRef<CodeEditorHandle>(null)
  const full = useFullWindow()
  const confirm = useConfirm()
  const losses = useLosses(mode === 'source' ? html : undefined)

  const takeEditor = useCallback((editor: Editor | null) => setEditor(editor), [])
  // If the text or the source had focus, the other one receives it.
  const goOn = useRef(false)
  const switchTo = (mode: Mode) => {
    goOn.current = !toolbar.current?.contains(document.activeElement)
    session.switchTo(mode)
  }
  useEffect(() => {
    if (!goOn.current) return
    if (mode === 'source') source.current?.focus()
    else editor?.view.focus()
    if (mode === 'source' || editor) goOn.current = false
  }, [mode, editor])

  const editText = async () => {
    const { losses } = readDocument(html)
    const isSafe = losses.length === 0
    if (isSafe || (await confirm(lossQuestion(losses)))) switchTo('text')
  }
  const stripOrigin = () => {
    const stripped = convertsUrls ? sourceWithoutOrigin(html, location.origin) : html
    if (stripped !== html && html !== start.html) session.change(stripped)
  }
  const pressKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !full.isOn) return
    event.preventDefault()
    full.leave()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape on its way up leaves the full window before it closes the panel
    <div
      ref={full.element}
      className={joinClasses(styles.editor, full.isOn && styles.full)}
      data-invalid={control['aria-invalid'] ? '' : undefined}
      onKeyDown={pressKey}
    >
      <FormatToolbar
        ref={toolbar}
        name={name}
        controls={control.id}
        editor={editor}
        mode={mode}
        onModeChange={mode => (mode === 'source' ? switchTo('source') : void editText())}
        isFull={full.isOn}
        onFullChange={full.toggle}
        dialog={dialog}
        onDialogChange={setDialog}
        ImagePicker={props.ImagePicker}
      />
      {mode === 'source' && losses.length > 0 && <LossNotice losses={losses} onEditAnyway={() => void editText()} />}
      {mode === 'source' ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: what is typed here is tidied once focus leaves
        <div className={styles.sourcePlace} onBlur={stripOrigin}>
          <CodeEditor
            {...control}
            ref={source}
            aria-labelledby={labelId}
            language={htmlLanguage}
            minHeight={height.least - height.toolbar}
            maxHeight={height.most - height.toolbar}
            className={styles.source}
            value={html}
            onValueChange={session.change}
          />
        </div>
      ) : (
        <RichText
          key={session.number}
          start={start}
          control={control}
          labelId={labelId}
          convertsUrls={convertsUrls}
          onChange={session.change}
          onEditor={takeEditor}
          onImagePress={() => setDialog('image')}
          onLinkKey={() => setDialog('link')}
          onToolbarKey={() => toolbar.current?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus()}
        />
      )}
    </div>
  )
}

const lossQuestion = (losses: readonly string[]) => ({
  text: 'Rich text cannot keep all of this HTML. Editing it as rich text would lose:',
  details: (
    <ul className={styles.losses}>
      {losses.map(loss => (
        <li key={loss}>{loss}</li>
      ))}
    </ul>
  ),
  yes: 'Edit as rich text',
  no: 'Keep the source',
  danger: true,
})

/** Returns what the rich text editor would lose of a source. Computed while the browser is idle. */
function useLosses(html: string | undefined): readonly string[] {
  const settled = useDeferredValue(html)
  return useMemo(() => (settled === undefined ? [] : readDocument(settled).losses), [settled])
}
