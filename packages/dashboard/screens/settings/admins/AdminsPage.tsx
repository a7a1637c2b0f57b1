import { Button, IconButton, useShortcut } from '@coffer/ui'
import { useQuery } from '@tanstack/react-query'
import { Plus, RefreshCw } from 'lucide-react'
import { FilterBar } from '../../../filter/FilterBar.tsx'
import { adminsQuery } from '../../../queries/accounts/admins.ts'
import { toFilter } from '../../../queries/filters/toFilter.ts'
import { effectiveSort, formatSort, toggleSort } from '../../../table/sort.ts'
import { isFilterRejected, useLoadFailure } from '../../../table/useLoadFailure.ts'
import { SettingsFrame } from '../frame/SettingsFrame.tsx'
import { AdminPanel } from './AdminPanel.tsx'
import { AdminTable } from './AdminTable.tsx'
import { adminColumns, adminSubject, filterExamples } from './adminSubject.ts'
import { useAdminsAddress } from './useAdminsAddress.ts'

/** Lists the admins. The address contains the filter, the sort and the admin in the panel. */
export function AdminsPage() {
  const address = useAdminsAddress()
  const sort = effectiveSort(address.sort, adminColumns)
  const filter = toFilter(address.filter, adminColumns)
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...adminsQuery(filter, formatSort(sort)),
    placeholderData: (before, query) => (query?.state.status === 'success' ? before : undefined),
  })
  useLoadFailure('The admins', error, filter)
  const isBadFilter = isFilterRejected(error, filter)
  const open = () => address.open('new')
  const refresh = () => void refetch()
  useShortcut('n', open)
  useShortcut('r', refresh)
  return (
    <SettingsFrame
      title="Admins"
      isWide
      actions={<IconButton label="Refresh" icon={RefreshCw} side="bottom" loading={isFetching} onClick={refresh} />}
      primary={
        <Button variant="primary" icon={Plus} onClick={open}>
          New admin
        </Button>
      }
      footer={`Total found: ${data?.length ?? (error ? 'N/A' : '...')}`}
    >
      <FilterBar
        applied={address.filter}
        subject={adminSubject}
        placeholder="Search term or filter like email='test@example.com'..."
        examples={filterExamples}
        isRejected={isBadFilter}
        onApply={text => (text === address.filter ? refresh() : address.setFilter(text))}
      />
      <AdminTable
        admins={isBadFilter ? [] : data}
        error={error}
        isBadFilter={isBadFilter}
        isFetching={isFetching}
        isStale={isPlaceholderData}
        sort={sort}
        onSort={name => address.setSort(formatSort(toggleSort(sort, name)))}
        currentId={address.adminId}
        onOpen={address.open}
        onRetry={refresh}
        onClearFilter={address.filter === '' ? undefined : () => address.setFilter('')}
      />
      <AdminPanel id={address.adminId} onClose={address.close} />
    </SettingsFrame>
  )
}
