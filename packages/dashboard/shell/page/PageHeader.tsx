import { uncovered } from '@coffer/ui'
import type { ReactNode } from 'react'
import { SidebarToggle } from '../sidebar/SidebarToggle.tsx'
import styles from './PageHeader.module.css'

interface PageHeaderProps {
  /** The section, if it has several pages. */
  section?: string
  title: string
  /** Label of the sidebar toggle; undefined without a sidebar. */
  sidebarLabel?: string
  /** Buttons beside the title. */
  children?: ReactNode
  /** The page's main action, at the right end. */
  primary?: ReactNode
}

/** Title and actions of a page. */
export function PageHeader({ section, title, sidebarLabel, children, primary }: PageHeaderProps) {
  return (
    <div className={styles.header} {...uncovered}>
      {sidebarLabel && <SidebarToggle label={sidebarLabel} />}
      <h1 className={styles.title}>
        {section && (
          <>
            <span className={styles.section}>{section}</span>
            <span className={styles.slash} aria-hidden="true">
              /
            </span>
          </>
        )}
        <span className={styles.name}>{title}</span>
      </h1>
      {children}
      {primary && <div className={styles.primary}>{primary}</div>}
    </div>
  )
}
