import { Avatar, Badge, Cell, CopyChip, FillerCell, Row } from '@coffer/ui'
import { memo } from 'react'
import type { Admin } from '../../../queries/accounts/admins.ts'
import { Moment } from '../../../shell/page/Moment.tsx'
import { RowArrow } from '../../../table/RowArrow.tsx'
import styles from './AdminRow.module.css'

interface AdminRowProps {
  admin: Admin
  index: number
  /** Whether the row is in the Tab order. */
  isActive: boolean
  isOwn: boolean
  isCurrent: boolean
}

/** A row of the admins table. Memoized. */
export const AdminRow = memo(function AdminRow({ admin, index, isActive, isOwn, isCurrent }: AdminRowProps) {
  return (
    <Row
      data-id={admin.id}
      data-index={index}
      tabIndex={isActive ? 0 : -1}
      aria-rowindex={index + 2}
      isPressable
      isCurrent={isCurrent}
    >
      <Cell sticky={0} isEdge isRowHeader>
        <span className={styles.key}>
          <Avatar number={admin.avatar} size={24} />
          <CopyChip text={admin.id} noun="id" tabIndex={isActive ? 0 : -1} />
          {isOwn && <Badge tone="accent">You</Badge>}
        </span>
      </Cell>
      <Cell title={admin.email}>{admin.email}</Cell>
      <Cell mono>
        <Moment date={admin.created} />
      </Cell>
      <Cell mono>
        <Moment date={admin.updated} />
      </Cell>
      <FillerCell />
      <RowArrow />
    </Row>
  )
})
