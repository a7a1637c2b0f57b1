import { EmptyState, TabPanel, Tabs } from '@coffer/ui'
import { Link2Off } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import type { RecordForm } from '../form/useRecordForm.ts'
import styles from './RecordTabs.module.css'

const LinkedProviders = lazy(async () => ({ default: (await import('../account/LinkedProviders.tsx')).LinkedProviders }))

export type RecordTab = 'account' | 'providers'

interface RecordTabsProps {
  form: RecordForm
  tab: RecordTab
  onTabChange: (tab: RecordTab) => void
  /** The inputs of the account. */
  children: ReactNode
}

/** An account's inputs, and beside them the providers with which it can sign in. */
export function RecordTabs({ form, tab, onTabChange, children }: RecordTabsProps) {
  const { record, errors } = form
  return (
    <Tabs<RecordTab>
      className={styles.tabs}
      label="Parts of the record"
      tabs={[
        { id: 'account', label: 'Account', marker: Object.keys(errors).length > 0 ? 'Has errors' : undefined },
        { id: 'providers', label: 'Authorized providers' },
      ]}
      value={tab}
      onChange={onTabChange}
    >
      <TabPanel id="account" keepMounted={true}>
        {children}
      </TabPanel>
      <TabPanel id="providers">
        {record ? (
          <Suspense>
            <LinkedProviders record={record} />
          </Suspense>
        ) : (
          <EmptyState
            icon={Link2Off}
            title="No linked OAuth2 providers."
            hint="A provider is linked when somebody signs in with it."
          />
        )}
      </TabPanel>
    </Tabs>
  )
}
