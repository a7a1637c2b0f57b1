import { useState } from 'react'
import { type RichDocument, readDocument } from './richDocument.ts'

export type Mode = 'text' | 'source'

interface Session {
  /** Counts the texts that editing began with. */
  number: number
  /** What editing began with. */
  start: RichDocument
  /** What it came to. */
  html: string
  mode: Mode
}

interface RichSession extends Session {
  /** What was typed, in whichever mode. */
  change: (html: string) => void
  /** Goes on in the other mode with what there is. */
  switchTo: (mode: Mode) => void
}

/** Text that the editor can keep is edited as it looks, all other as source. */
const begin = (html: string, number: number): Session => {
  const start = readDocument(html)
  return { number, start, html, mode: start.losses.length > 0 ? 'source' : 'text' }
}

/**
 * The editing of one value, which begins anew whenever the form is filled with another one.
 * @param value what the form holds
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
