import type { ReactNode } from 'react'
import { PageHeader } from '../../../shell/page/PageHeader.tsx'
import { Screen } from '../../../shell/page/Screen.tsx'
import { usePageTitle } from '../../../shell/page/usePageTitle.ts'
import styles from './SettingsFrame.module.css'

interface SettingsFrameProps {
  title: string
  /** Buttons beside the title. */
  actions?: ReactNode
  /** The page's main action, at the right end of its head. */
  primary?: ReactNode
  /** At the left end of the line below the page. */
  footer?: ReactNode
  /** Lets the content scroll by itself and reach the edges: a table. By default the page scrolls. */
  isWide?: boolean
  children: ReactNode
}

/** One page of the settings: where it is, what it holds, and the line below. */
export function SettingsFrame({ title, actions, primary, footer, isWide = false, children }: SettingsFrameProps) {
  usePageTitle(title)
  return (
    <Screen scrolls={!isWide} footer={footer}>
      <PageHeader section="Settings" title={title} sidebarLabel="Settings list" primary={primary}>
        {actions}
      </PageHeader>
      {isWide ? children : <div className={styles.column}>{children}</div>}
    </Screen>
  )
}
