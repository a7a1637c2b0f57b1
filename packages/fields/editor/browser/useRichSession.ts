import { useState } from 'react'
import { type RichDocument, readDocument } from './richDocument.ts'

export type Mode = 'text' | 'source'

interface Session {
  /** Increases with each new initial text. */
  number: number
  /** The initial document. */
  start: RichDocument
  /** The current HTML. */
  html: string
  mode: Mode
}

interface RichSession extends Session {
  /** Handles a change in either mode. */
  change: (html: string) => void
  /** Switches to the other mode with the current text. */
  switchTo: (mode: Mode) => void
}

/** Rich text mode is used for text that the editor can preserve, source mode for all other. */
function begin(html: string, number: number): Session {
  const start = readDocument(html)
  return { number, start, html, mode: start.losses.length > 0 ? 'source' : 'text' }
}

/**
 * Manages the editing of one value. Restarts when the form is filled with another value.
 * @param value the value in the form
 */
export function useRichSession(value: string, onChange: (value: string) => void): RichSession {
  const [session, setSession] = useState(() => begin(value, 0))

  let current = session
  if (value !== session.html) {
    const next = begin(value, session.number + 1)
    current = { ...next, mode: session.mode === 'source' ? 'source' : next.mode }
    setSession(current)
  }
  return {
    ...current,
    change: html => {
      setSession(last => ({ ...last, html }))
      onChange(html)
    },
    switchTo: mode => setSession(last => ({ ...begin(last.html, last.number + 1), mode })),
  }
}
