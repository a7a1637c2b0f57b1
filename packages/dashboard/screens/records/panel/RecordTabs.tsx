import { TabPanel, Tabs } from '@coffer/ui'
import { lazy, type ReactNode, Suspense } from 'react'
import type { RecordForm } from '../form/useRecordForm.ts'
import styles from './RecordTabs.module.css'

const LinkedProviders = lazy(async () => ({ default: (await import('../account/LinkedProviders.tsx')).LinkedProviders }))

export type RecordTab = 'account' | 'providers'

interface RecordTabsProps {
  form: RecordForm
  tab: RecordTab
  onTabChange: (tab: RecordTab) => void
  /** The inputs of the auth record. */
  children: ReactNode
}

/** The tabs of an auth record: its inputs and, for a stored record, its linked providers. */
export function RecordTabs({ form, tab, onTabChange, children }: RecordTabsProps) {
  const { record, errors, isNew } = form
  return (
    <Tabs<RecordTab>
      className={styles.tabs}
      label="Parts of the record"
      tabs={[
        { id: 'account', label: 'Account', marker: Object.keys(errors).length > 0 ? 'Has errors' : undefined },
        ...(isNew ? [] : [{ id: 'providers' as const, label: 'Authorized providers' }]),
      ]}
      value={isNew ? 'account' : tab}
      onChange={onTabChange}
    >
      <TabPanel id="account" keepMounted={true}>
        {children}
      </TabPanel>
      {record && (
        <TabPanel id="providers">
          <Suspense>
            <LinkedProviders record={record} />
          </Suspense>
        </TabPanel>
      )}
    </Tabs>
  )
}
