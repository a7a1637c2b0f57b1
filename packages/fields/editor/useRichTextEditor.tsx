import { type ComponentType, useEffect, useState } from 'react'
import type { RichTextEditorProps } from './browser/RichTextProps.ts'

type RichTextEditor = ComponentType<RichTextEditorProps>

/** Milliseconds in which the rest of a form comes first. */
const pause = 100

let loaded: RichTextEditor | undefined

/** Loads the editor ahead of its use. */
export const loadRichTextEditor = async (): Promise<void> => {
  loaded ??= (await import('./browser/RichTextEditor.tsx')).RichTextEditor
}

interface LoadedEditor {
  /** Absent until it is loaded. */
  RichTextEditor: RichTextEditor | undefined
  isFailed: boolean
  retry: () => void
}

/** The rich text editor, loaded a moment after the form was drawn. */
export function useRichTextEditor(): LoadedEditor {
  const [state, setState] = useState<'waiting' | 'ready' | 'failed'>('waiting')

  useEffect(() => {
    if (state !== 'waiting') return
    let isCurrent = true
    const settle = (state: 'ready' | 'failed') => isCurrent && setState(state)
    const timer = setTimeout(() => {
      loadRichTextEditor().then(
        () => settle('ready'),
        () => settle('failed'),
      )
    }, pause)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [state])

  return {
    RichTextEditor: state === 'ready' ? loaded : undefined,
    isFailed: state === 'failed',
    retry: () => setState('waiting'),
  }
}
