import { Check, Copy, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { VisuallyHidden } from '../style/VisuallyHidden.tsx'
import styles from './CopyButton.module.css'
import { copyText } from './copyText.ts'
import { IconButton, type IconButtonProps } from './IconButton.tsx'

const outcomes = {
  idle: { icon: Copy, shownFor: 0 },
  copied: { icon: Check, shownFor: 500 },
  failed: { icon: TriangleAlert, shownFor: 4000 },
} as const

export interface CopyButtonProps extends Omit<IconButtonProps, 'label' | 'icon' | 'onClick' | 'loading' | 'tooltip'> {
  /** What is copied; a function is asked at the time of the press. */
  text: string | (() => string)
  label?: string | undefined
}

/** Copies a text: a tick once it is on the clipboard, a warning when the browser refuses. */
export function CopyButton({ text, label = 'Copy', ...rest }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<keyof typeof outcomes>('idle')
  const { icon, shownFor } = outcomes[outcome]

  useEffect(() => {
    if (shownFor === 0) return
    const timer = setTimeout(() => setOutcome('idle'), shownFor)
    return () => clearTimeout(timer)
  }, [shownFor])

  const copy = async () => setOutcome((await copyText(typeof text === 'function' ? text() : text)) ? 'copied' : 'failed')
  const failure = 'The browser refused to copy. Select the text and copy it by hand.'
  return (
    <>
      <IconButton
        {...rest}
        label={label}
        icon={icon}
        tooltip={outcome === 'failed' ? failure : label}
        className={styles[outcome]}
        onClick={event => {
          event.stopPropagation()
          void copy()
        }}
      />
      <VisuallyHidden role="status">{outcome === 'copied' ? 'Copied' : outcome === 'failed' ? failure : ''}</VisuallyHidden>
    </>
  )
}
