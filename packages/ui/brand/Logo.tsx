import { joinClasses } from '../style/joinClasses.ts'
import styles from './Logo.module.css'

export interface LogoProps {
  /** Size in pixels. Default: 28. */
  size?: number | undefined
  /** Whether the product name is shown next to the mark. */
  withName?: boolean | undefined
  className?: string | undefined
}

/** The logo: a chest seen from the front, its lid slightly open. */
export function Logo({ size = 28, withName = false, className }: LogoProps) {
  const naming = withName ? {} : { role: 'img', 'aria-label': 'Coffer' }
  return (
    <span {...naming} className={joinClasses(styles.logo, className)}>
      <svg className={styles.mark} width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden="true">
        <path className={styles.body} d="M4 11a7 7 0 0 1 7-7h10a7 7 0 0 1 7 7v2.5H4z" />
        <path className={styles.body} d="M4 16.5h7.5a4.5 4.5 0 0 0 9 0H28V23a5 5 0 0 1-5 5H9a5 5 0 0 1-5-5z" />
        <circle className={styles.lock} cx="16" cy="16.4" r="2" />
      </svg>
      {withName && <span className={styles.name}>Coffer</span>}
    </span>
  )
}
