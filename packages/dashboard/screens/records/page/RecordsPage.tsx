import type { RecordJson } from '@coffer/fields/ui'
import type { Collection } from '@coffer/schema'
import { useShortcut } from '@coffer/ui'
import { lazy, Suspense, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { FilterBar } from '../../../filter/FilterBar.tsx'
import { Screen } from '../../../shell/page/Screen.tsx'
import { usePageTitle } from '../../../shell/page/usePageTitle.ts'
import { Neighbors } from '../../../table/Neighbors.tsx'
import { formatSort, toggleSort } from '../../../table/sort.ts'
import { BulkActions } from '../bulk/BulkActions.tsx'
import { columnsOf } from '../columns/columns.ts'
import { useHiddenColumns } from '../columns/hiddenColumns.ts'
import { rememberCollectionId } from '../context/lastCollection.ts'
import { RecordsPageContext } from '../context/RecordsPageContext.ts'
import { publishRecordEvent, useRecordsChanged } from '../context/recordEvents.ts'
import { newRecord, type RecordsAddress, useRecordsAddress } from '../context/useRecordsAddress.ts'
import { useViewContext } from '../context/useViewContext.ts'
import { recordsView } from '../list/recordsView.ts'
import { useRecordList } from '../list/useRecordList.ts'
import { RecordTable } from '../table/RecordTable.tsx'
import { UndoButton } from '../undo/UndoButton.tsx'
import { RecordsHeader } from './RecordsHeader.tsx'
import { useSelection } from './useSelection.ts'

const loadPanel = () => import('../panel/RecordPanel.tsx')
const RecordPanel = lazy(async () => ({ default: (await loadPanel()).RecordPanel }))

interface RecordsPageProps {
  collection: Collection
  collections: readonly Collection[]
}

/** Browses one collection: filter, table, and the panel of the record in the address. */
export function RecordsPage({ collection, collections }: RecordsPageProps) {
  const address = useRecordsAddress()
  const context = useViewContext(collection, collections)
  const [hidden, setHidden] = useHiddenColumns(collection)
  const [duplicated, setDuplicated] = useState<RecordJson>()
  // The panel stays mounted after the first opening, so that closing can be animated.
  const [isPanelUsed, setPanelUsed] = useState(false)
  if (address.recordId !== undefined && !isPanelUsed) setPanelUsed(true)
  // A record opened from the list is not a duplicate, so the original of an earlier one is discarded.
  const [lastId, setLastId] = useState(address.recordId)
  if (address.recordId !== lastId) {
    setLastId(address.recordId)
    if (lastId === undefined) setDuplicated(undefined)
  }

  const columns = useMemo(() => columnsOf(collection), [collection])
  const { sort, request } = recordsView(collection, collections, address, hidden)
  const list = useRecordList(request)
  const selection = useSelection(request, list.records)
  const isView = collection.type === 'view'

  usePageTitle(collection.name)
  useSortInAddress(address, collection.id, formatSort(sort))
  useChanged(collection.updated, () => void list.refresh())
  useRecordsChanged(() => void list.refresh())
  useEffect(() => rememberCollectionId(collection.id), [collection.id])

  const startRecord = () => address.openRecord(newRecord)
  useShortcut('n', startRecord, { enabled: !isView })
  useShortcut('r', () => void list.refresh())

  return (
    <Screen
      footer={
        <>
          <span>Total found: {list.total ?? (list.error ? 'N/A' : '...')}</span>
          <UndoButton />
        </>
      }
      layers={
        <RecordsPageContext value={{ collections, context, refresh: list.refresh }}>
          <BulkActions
            collection={collection}
            selection={selection}
            total={list.total}
            context={context}
            refresh={list.refresh}
          />
          {isPanelUsed && (
            <Suspense>
              <RecordPanel
                collection={collection}
                collections={collections}
                recordId={address.recordId}
                duplicated={duplicated}
                nesting={0}
                context={context}
                neighbors={
                  <Neighbors
                    labels={['Previous record', 'Next record']}
                    rows={list.records}
                    id={address.recordId}
                    onOpen={address.showRecord}
                  />
                }
                onClose={address.closeRecord}
                onReplace={address.replaceRecord}
                onDuplicate={record => {
                  setDuplicated(record)
                  address.replaceRecord(newRecord)
                }}
                onChanged={change => {
                  publishRecordEvent(change.kind === 'saved' ? change : { ...change, collectionId: collection.id })
                  return list.refresh()
                }}
              />
            </Suspense>
          )}
        </RecordsPageContext>
      }
    >
      <RecordsHeader
        collection={collection}
        isRefreshing={list.isRefreshing}
        onRefresh={() => void list.refresh()}
        onNew={isView ? undefined : startRecord}
      />
      <FilterBar
        applied={address.filter}
        subject={{ collection, collections, scope: 'filter' }}
        isRejected={list.isBadFilter}
        onApply={filter => {
          selection.change(new Set())
          if (filter === address.filter) void list.refresh()
          else address.setFilter(filter)
        }}
      />
      <RecordTable
        collection={collection}
        columns={columns}
        hidden={hidden}
        onHiddenChange={setHidden}
        list={list}
        sort={sort}
        onSort={name => address.setSort(formatSort(toggleSort(sort, name)))}
        selection={selection.rows}
        onSelectionChange={selection.change}
        currentId={address.recordId}
        onOpen={address.openRecord}
        onApproach={() => void loadPanel()}
        onClearFilter={address.filter === '' ? undefined : () => address.setFilter('')}
        onNew={isView ? undefined : startRecord}
        context={context}
      />
    </Screen>
  )
}

/** Corrects the sort in the address if it is missing or invalid. */
function useSortInAddress({ sort = '', replaceSort }: RecordsAddress, collectionId: string, used: string): void {
  const correct = useEffectEvent(() => replaceSort(collectionId, used))
  useEffect(() => {
    if (sort !== used) correct()
  }, [sort, used])
}

/** Calls the function when the value changes, but not on the first render. */
function useChanged(value: string, act: () => void): void {
  const known = useRef(value)
  const changed = useEffectEvent(act)
  useEffect(() => {
    if (known.current === value) return
    known.current = value
    changed()
  }, [value])
}
