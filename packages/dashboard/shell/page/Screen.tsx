import { joinClasses } from '@coffer/ui'
import type { ReactNode } from 'react'
import { PageFooter } from './PageFooter.tsx'
import styles from './Screen.module.css'

interface ScreenProps {
  /** Whether it scrolls as a whole; by default something in it does, a table for example. */
  scrolls?: boolean
  /** At the left end of the line below. */
  footer?: ReactNode
  /** What lies over it: bars and panels. */
  layers?: ReactNode
  children: ReactNode
}

/** What stands beside the sidebar: the screen itself, the line below it, and what lies over both. */
export function Screen({ scrolls = false, footer, layers, children }: ScreenProps) {
  return (
    <div className={styles.screen}>
      <main className={joinClasses(styles.main, scrolls && styles.scrolls)} tabIndex={-1}>
        {children}
      </main>
      <PageFooter>{footer}</PageFooter>
      {layers}
    </div>
  )
}
