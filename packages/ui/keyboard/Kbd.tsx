import { joinClasses } from '../style/joinClasses.ts'
import styles from './Kbd.module.css'
import { nameKeys } from './keys.ts'

const isApple = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent)

interface KbdProps {
  /** As in `useShortcut`, e.g. `mod+k`. */
  keys: string
  /** Shows the keys on a touch screen, too, where a hint would name keys that are not there. */
  isAlwaysShown?: boolean
}

/** Keys as they are labeled on the keyboard. */
export function Kbd({ keys, isAlwaysShown = false }: KbdProps) {
  return (
    <span className={joinClasses(styles.keys, !isAlwaysShown && styles.hint)}>
      {nameKeys(keys, isApple).map(name => (
        <kbd key={name} className={styles.key}>
          {name}
        </kbd>
      ))}
    </span>
  )
}
