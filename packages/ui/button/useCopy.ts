import { useEffect, useState } from 'react'
import { copyText } from './copyText.ts'

const shownMs = { idle: 0, copied: 500, failed: 4000 } as const

export type CopyOutcome = keyof typeof shownMs

export const copyFailure = 'The browser refused to copy. Select the text and copy it by hand.'

/** Copies a text and reports the result for a short time: half a second after a success. */
export function useCopy(text: string | (() => string)): { outcome: CopyOutcome; copy: () => Promise<void> } {
  const [outcome, setOutcome] = useState<CopyOutcome>('idle')
  const time = shownMs[outcome]

  useEffect(() => {
    if (time === 0) return
    const timer = setTimeout(() => setOutcome('idle'), time)
    return () => clearTimeout(timer)
  }, [time])

  const copy = async () => setOutcome((await copyText(typeof text === 'function' ? text() : text)) ? 'copied' : 'failed')
  return { outcome, copy }
}
