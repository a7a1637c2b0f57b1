import { FillerCell, HeaderCell, HeaderRow, phone, TableBody, TableFrame, TableHead, useMedia, useRowHeight } from '@coffer/ui'
import type { Admin } from '../../../queries/accounts/admins.ts'
import { useAdmin } from '../../../shell/session/session.ts'
import { ListNotice } from '../../../table/ListNotice.tsx'
import { arrowWidth } from '../../../table/RowArrow.tsx'
import type { SortKey } from '../../../table/sort.ts'
import styles from '../../../table/tableFrame.module.css'
import { VirtualRows } from '../../../table/VirtualRows.tsx'
import { AdminRow } from './AdminRow.tsx'
import { adminColumns } from './adminSubject.ts'

interface AdminTableProps {
  admins: readonly Admin[] | undefined
  error: Error | null
  isBadFilter: boolean
  isFetching: boolean
  isStale: boolean
  sort: readonly SortKey[]
  onSort: (name: string) => void
  currentId: string | undefined
  onOpen: (id: string) => void
  onRetry: () => void
  onClearFilter: (() => void) | undefined
}

/** Pixels of the columns after the id: email, created, updated, filler, arrow. */
const otherWidths = [300, 210, 210, undefined, arrowWidth]

/** The table of admins. A click on a row opens its panel. */
export function AdminTable(props: AdminTableProps) {
  const { admins, error, isFetching, sort, onSort } = props
  const widths = [useMedia(phone) ? 190 : 280, ...otherWidths]
  const directionOf = (name: string) => {
    const key = sort.find(each => each.name === name)
    return key && (key.descending ? 'descending' : 'ascending')
  }
  return (
    <TableFrame
      className={styles.frame}
      label="Admins"
      widths={widths}
      rowCount={admins && admins.length + 1}
      isStale={props.isStale}
    >
      <TableHead>
        <HeaderRow>
          {adminColumns.map(name => (
            <HeaderCell
              key={name}
              sort={directionOf(name)}
              onSort={() => onSort(name)}
              {...(name === 'id' && { sticky: 0, isEdge: true })}
            >
              {name}
            </HeaderCell>
          ))}
          <FillerCell />
          <FillerCell sticky="end" />
        </HeaderRow>
      </TableHead>
      {admins && admins.length > 0 ? (
        <AdminRows {...props} admins={admins} />
      ) : (
        <TableBody>
          <ListNotice
            span={widths.length}
            noun="admins"
            isLoading={admins === undefined && error === null}
            error={error}
            isBadFilter={props.isBadFilter}
            isRetrying={isFetching}
            onRetry={props.onRetry}
            onClearFilter={props.onClearFilter}
          />
        </TableBody>
      )}
    </TableFrame>
  )
}

function AdminRows({ admins, currentId, onOpen }: AdminTableProps & { admins: readonly Admin[] }) {
  const height = useRowHeight()
  const own = useAdmin()
  return (
    <VirtualRows
      rows={admins}
      height={height}
      coveredHeight={0}
      selection={undefined}
      onOpen={onOpen}
      renderRow={(admin, index, isActive) => (
        <AdminRow
          admin={admin}
          index={index}
          isActive={isActive}
          isOwn={admin.id === own?.id}
          isCurrent={admin.id === currentId}
        />
      )}
    />
  )
}
