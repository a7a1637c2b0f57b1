import styles from './Kbd.module.css'
import { nameKeys } from './keys.ts'

const isApple = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Keys as a reader finds them on the keyboard; `keys` as in `useShortcut`, e.g. `mod+k`. */
export function Kbd({ keys }: { keys: string }) {
  return (
    <span className={styles.keys}>
      {nameKeys(keys, isApple).map(name => (
        <kbd key={name} className={styles.key}>
          {name}
        </kbd>
      ))}
    </span>
  )
}
