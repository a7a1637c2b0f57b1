import { type ComponentType, useEffect, useState } from 'react'
import type { RichTextEditorProps } from './browser/RichTextProps.ts'

type RichTextEditor = ComponentType<RichTextEditorProps>

/** Delay in milliseconds, so that the rest of the form renders first. */
const pause = 100

let loaded: RichTextEditor | undefined

/** Preloads the editor. */
export async function loadRichTextEditor(): Promise<void> {
  loaded ??= (await import('./browser/RichTextEditor.tsx')).RichTextEditor
}

interface LoadedEditor {
  /** Absent until the editor has loaded. */
  RichTextEditor: RichTextEditor | undefined
  isFailed: boolean
  retry: () => void
}

/** Loads the rich text editor shortly after the form has rendered. */
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
