import { Button } from '../button/Button.tsx'
import { Kbd } from '../keyboard/Kbd.tsx'
import { useSingleKeys } from '../keyboard/singleKeys.ts'
import { useShortcut } from '../keyboard/useShortcut.ts'
import styles from './Toast.module.css'
import type { ToastAction } from './ToastContext.ts'

interface ToastActionButtonProps {
  action: ToastAction
  hasKeys: boolean
  onClose: () => void
}

/** What can be done about a message, by a press or by its key. */
export function ToastActionButton({ action: { label, keys, onSelect }, hasKeys, onClose }: ToastActionButtonProps) {
  const [areSingleKeysOn] = useSingleKeys()
  const act = () => {
    onClose()
    onSelect()
  }
  useShortcut(keys ?? '', act, { enabled: keys !== undefined && hasKeys, everywhere: true })
  return (
    <Button size="small" className={styles.action} onClick={act}>
      {label}
      {keys !== undefined && hasKeys && areSingleKeysOn && (
        <span className={styles.keys}>
          <Kbd keys={keys} />
        </span>
      )}
    </Button>
  )
}
