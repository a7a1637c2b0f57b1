import styles from './CopyButton.module.css'
import { CopyStatus, copyIcons } from './CopyStatus.tsx'
import { IconButton, type IconButtonProps } from './IconButton.tsx'
import { copyFailure, useCopy } from './useCopy.ts'

export interface CopyButtonProps extends Omit<IconButtonProps, 'label' | 'icon' | 'onClick' | 'loading' | 'tooltip'> {
  /** What is copied; a function is asked at the time of the press. */
  text: string | (() => string)
  label?: string | undefined
}

/** Copies a text: a tick once it is on the clipboard, a warning when the browser refuses. */
export function CopyButton({ text, label = 'Copy', ...rest }: CopyButtonProps) {
  const { outcome, copy } = useCopy(text)
  return (
    <>
      <IconButton
        {...rest}
        label={label}
        icon={copyIcons[outcome]}
        tooltip={outcome === 'failed' ? copyFailure : label}
        className={styles[outcome]}
        onClick={event => {
          event.stopPropagation()
          void copy()
        }}
      />
      {outcome !== 'idle' && <CopyStatus outcome={outcome} />}
    </>
  )
}
