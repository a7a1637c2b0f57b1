import styles from './CopyButton.module.css'
import { CopyStatus, copyIcons } from './CopyStatus.tsx'
import { IconButton, type IconButtonProps } from './IconButton.tsx'
import { copyFailure, useCopy } from './useCopy.ts'

export interface CopyButtonProps extends Omit<IconButtonProps, 'label' | 'icon' | 'onClick' | 'loading' | 'tooltip'> {
  /** The text to copy, or a function that returns it when the button is clicked. */
  text: string | (() => string)
  label?: string | undefined
}

/** Copies a text. Shows a check mark on success and a warning if the browser denies access to the clipboard. */
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
