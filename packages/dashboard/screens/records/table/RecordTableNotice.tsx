import { Button } from '@coffer/ui'
import { Plus } from 'lucide-react'
import { ListNotice } from '../../../table/ListNotice.tsx'
import type { RecordTableProps } from './RecordTableProps.ts'

type RecordTableNoticeProps = Pick<RecordTableProps, 'list' | 'onClearFilter' | 'onNew'> & { span: number }

/** Shown instead of an empty table: loading, failed or no records. */
export function RecordTableNotice({ list, onClearFilter, onNew, span }: RecordTableNoticeProps) {
  return (
    <ListNotice
      span={span}
      noun="records"
      isLoading={list.isLoading}
      error={list.error}
      isBadFilter={list.isBadFilter}
      isRetrying={list.isRefreshing}
      onRetry={() => void list.refresh()}
      onClearFilter={onClearFilter}
      create={
        onNew && (
          <Button icon={Plus} onClick={onNew}>
            New record
          </Button>
        )
      }
    />
  )
}
