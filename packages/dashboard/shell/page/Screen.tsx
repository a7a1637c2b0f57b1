import { joinClasses } from '@coffer/ui'
import type { ReactNode } from 'react'
import { PageFooter } from './PageFooter.tsx'
import styles from './Screen.module.css'

interface ScreenProps {
  /** Whether the whole screen scrolls. By default only a part does, e.g. its table. */
  scrolls?: boolean
  /** Content at the left of the footer. */
  footer?: ReactNode
  /** Bars and panels over the screen. */
  layers?: ReactNode
  children: ReactNode
}

/** Everything beside the sidebar: main content, footer, and layers over both. */
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
