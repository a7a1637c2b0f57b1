import type { ReactNode } from 'react'
import { PageHeader } from '../../../shell/page/PageHeader.tsx'
import { Screen } from '../../../shell/page/Screen.tsx'
import { usePageTitle } from '../../../shell/page/usePageTitle.ts'
import styles from './SettingsFrame.module.css'

interface SettingsFrameProps {
  title: string
  /** Buttons beside the title. */
  actions?: ReactNode
  /** The main action, at the right end of the header. */
  primary?: ReactNode
  /** Shown at the left end of the footer. */
  footer?: ReactNode
  /** Whether the content has the full width and scrolls itself, like a table. By default the page scrolls. */
  isWide?: boolean
  children: ReactNode
}

/** The frame of a settings page: header, content and footer. */
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
