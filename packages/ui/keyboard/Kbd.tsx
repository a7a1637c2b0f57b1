import { joinClasses } from '../style/joinClasses.ts'
import styles from './Kbd.module.css'
import { nameKeys } from './keys.ts'

const isApple = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent)

interface KbdProps {
  /** The keys as in `useShortcut`, for example `mod+k`. */
  keys: string
  /** Shows the keys on a touch screen, too, where a hint would name keys that are not there. */
  isAlwaysShown?: boolean
}

/** Shows keys with their labels on the keyboard. */
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
