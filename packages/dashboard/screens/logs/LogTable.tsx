import {
  HeaderCell,
  HeaderRow,
  phone,
  TableBody,
  TableFrame,
  TableHead,
  useMedia,
  useRowHeight,
  VisuallyHidden,
} from '@coffer/ui'
import { Bookmark, CalendarDays, Logs, Text } from 'lucide-react'
import type { Dispatch, SetStateAction } from 'react'
import { ListNotice } from '../../table/ListNotice.tsx'
import { LoadMoreRow } from '../../table/LoadMoreRow.tsx'
import { arrowWidth } from '../../table/RowArrow.tsx'
import { checkboxWidth } from '../../table/RowCheckbox.tsx'
import { useRowDensity } from '../../table/rowDensity.ts'
import { SelectAllCell } from '../../table/SelectAllCell.tsx'
import { selectionBarHeight } from '../../table/SelectionBar.tsx'
import styles from '../../table/tableFrame.module.css'
import { useChunks } from '../../table/useChunks.ts'
import { useRowSelection } from '../../table/useRowSelection.ts'
import { VirtualRows } from '../../table/VirtualRows.tsx'
import { LogRow } from './LogRow.tsx'
import type { LogList } from './useLogList.ts'

const levelWidth = 124
const createdWidth = 216
/** On phones, an entry takes two lines. */
const phoneWidths = { level: 116, message: 264, row: 64 }

interface LogTableProps {
  list: LogList
  selected: ReadonlySet<string>
  onSelect: Dispatch<SetStateAction<ReadonlySet<string>>>
  /** Id of the entry whose panel is open. */
  currentId: string | undefined
  onOpen: (id: string) => void
  onApproach: () => void
  /** Undefined if no filter is applied. */
  onClearFilter: (() => void) | undefined
}

/** Table of the loaded entries. Renders only the visible rows. */
export function LogTable(props: LogTableProps) {
  const { list, selected, onSelect, currentId } = props
  const logs = useChunks(list.logs)
  const [chosen] = useRowDensity()
  // Messages have one line, so tall rows would be empty.
  const density = chosen === 'tall' ? 'normal' : chosen
  const isPhone = useMedia(phone)
  const rowHeight = useRowHeight(density)
  const isCovered = selected.size > 0
  const widths = [
    checkboxWidth,
    isPhone ? phoneWidths.level : levelWidth,
    isPhone ? phoneWidths.message : undefined,
    createdWidth,
    arrowWidth,
  ]
  const selecting = useRowSelection(onSelect)
  return (
    <TableFrame
      className={styles.frame}
      label="Logs"
      widths={widths}
      density={density}
      rowCount={logs.length + 1}
      isStale={list.isStale}
      data-covered={isCovered ? '' : undefined}
    >
      <TableHead>
        <HeaderRow>
          <SelectAllCell
            noun="logs"
            rows={list.logs}
            selection={selected}
            onChange={isAll => onSelect(new Set(isAll ? list.logs.map(({ id }) => id) : []))}
          />
          <HeaderCell icon={Bookmark} sticky={checkboxWidth} isEdge={true}>
            level
          </HeaderCell>
          <HeaderCell icon={Text}>message</HeaderCell>
          <HeaderCell icon={CalendarDays}>created</HeaderCell>
          <HeaderCell sticky="end" isTight={true}>
            <VisuallyHidden>Open</VisuallyHidden>
          </HeaderCell>
        </HeaderRow>
      </TableHead>
      {list.logs.length === 0 ? (
        <TableBody>
          <ListNotice
            span={widths.length}
            noun="logs"
            isLoading={list.isLoading}
            error={list.error}
            isBadFilter={list.isBadFilter}
            isRetrying={list.isRefreshing}
            onRetry={() => void list.refresh()}
            onClearFilter={props.onClearFilter}
            icon={Logs}
          />
        </TableBody>
      ) : (
        <VirtualRows
          rows={logs}
          height={isPhone ? phoneWidths.row : rowHeight}
          coveredHeight={isCovered ? selectionBarHeight : 0}
          selection={selecting}
          onOpen={props.onOpen}
          onApproach={props.onApproach}
          renderRow={(log, index, isActive) => (
            <LogRow
              log={log}
              index={index}
              isActive={isActive}
              isSelected={selected.has(log.id)}
              isCurrent={log.id === currentId}
              onToggle={selecting.toggle}
            />
          )}
        >
          {list.hasMore && <LoadMoreRow span={widths.length} isLoading={list.isLoadingMore} onLoad={list.loadMore} />}
        </VirtualRows>
      )}
    </TableFrame>
  )
}
