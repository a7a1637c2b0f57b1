import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { CodeEditorProps } from './CodeEditorProps.ts'
import type { MountedCode } from './codeMirror/mountCode.ts'
import { EditLog } from './EditLog.ts'
import { type CodeMirror, loadCodeMirror, loadedCodeMirror } from './loadCodeMirror.ts'
import type { PlainElement } from './PlainCode.tsx'
import { watchInteraction } from './watchInteraction.ts'

interface CodePlace {
  /** The container of the plain input and later of the editor. */
  place: RefObject<HTMLDivElement | null>
  plain: RefObject<PlainElement | null>
  /** The editor, once it has replaced the input. */
  editor: MountedCode | undefined
  /** The same, available before the next render. */
  mounted: RefObject<MountedCode | undefined>
  /** Whether the editor is loading. */
  isLoading: boolean
  /** Called when the editor is likely to be used. */
  load: () => void
}

/** Loads the editor and replaces the plain input with it. */
export function useCodeMirror(props: CodeEditorProps): CodePlace {
  const { value, language, isRarelyUsed = false } = props
  const place = useRef<HTMLDivElement>(null)
  const plain = useRef<PlainElement>(null)
  const log = useRef<EditLog>(undefined)
  const [isRequested, setRequested] = useState(!isRarelyUsed || loadedCodeMirror(language) !== undefined)
  const [editor, setEditor] = useState<MountedCode>()
  const mounted = useRef<MountedCode>(undefined)
  const [hasFailed, setFailed] = useState(false)
  log.current ??= new EditLog(value)

  useLayoutEffect(() => {
    if (plain.current) log.current?.record(value, ...selectionOf(plain.current))
  }, [value])

  const replacePlain = useEffectEvent(({ mountCode, language }: CodeMirror) => {
    if (!place.current || !plain.current || !log.current) return undefined
    const input = plain.current
    const [anchor, head] = selectionOf(input)
    return mountCode(place.current, props, {
      language,
      first: log.current.first,
      edits: log.current.edits,
      anchor,
      head,
      hasFocus: document.activeElement === input,
      scrollTop: input.scrollTop,
    })
  })

  useLayoutEffect(() => {
    if (!isRequested) return
    const leaving = new AbortController()
    const begin = (codeMirror: CodeMirror) => {
      const code = replacePlain(codeMirror)
      // Until the next render the plain input still exists and can receive focus.
      plain.current?.addEventListener('focus', () => code?.element.focus())
      mounted.current = code
      setEditor(code)
    }
    const known = loadedCodeMirror(language)
    if (known) begin(known)
    else void beginLater()

    async function beginLater() {
      const interactionEnd = plain.current && watchInteraction(plain.current, leaving.signal)
      const codeMirror = await loadCodeMirror(language).catch(() => undefined)
      await interactionEnd?.()
      if (leaving.signal.aborted) return
      if (codeMirror) flushSync(() => begin(codeMirror))
      // The plain input stays in use.
      else setFailed(true)
    }
    return () => {
      leaving.abort()
      mounted.current?.destroy()
      mounted.current = undefined
      setEditor(undefined)
    }
  }, [isRequested, language])

  useLayoutEffect(() => editor?.update(props))

  return { place, plain, editor, mounted, isLoading: isRequested && !hasFailed, load: () => setRequested(true) }
}

/** Returns the anchor and the head of a selection. */
function selectionOf({ selectionStart, selectionEnd, selectionDirection }: PlainElement): [anchor: number, head: number] {
  const [start, end] = [selectionStart ?? 0, selectionEnd ?? 0]
  return selectionDirection === 'backward' ? [end, start] : [start, end]
}
