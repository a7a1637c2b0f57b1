import { Logo } from '@coffer/ui'
import type { ReactNode } from 'react'
import styles from './FullPage.module.css'
import { PageFooter } from './PageFooter.tsx'
import { usePageTitle } from './usePageTitle.ts'

export interface FullPageProps {
  title: string
  /** Browser title, if the heading is too long for it. */
  page?: string
  children: ReactNode
}

/** A page without navigation: one centered column. */
export function FullPage({ title, page = title, children }: FullPageProps) {
  usePageTitle(page)
  return (
    <div className={styles.page}>
      <main className={styles.main}>
        <div className={styles.column}>
          <Logo withName={true} />
          <h1 className={styles.title}>{title}</h1>
          {children}
        </div>
      </main>
      <PageFooter />
    </div>
  )
}
