import { Button, useShortcut } from '@coffer/ui'
import { Download } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { FilterBar } from '../../filter/FilterBar.tsx'
import { LevelsHint } from '../../logLevels/LevelsHint.tsx'
import { Screen } from '../../shell/page/Screen.tsx'
import { usePageTitle } from '../../shell/page/usePageTitle.ts'
import { BarLabel, SelectionBar } from '../../table/SelectionBar.tsx'
import { ChartBlock } from './chart/ChartBlock.tsx'
import { downloadLogs } from './downloadLogs.ts'
import { LogsHeader } from './LogsHeader.tsx'
import { LogTable } from './LogTable.tsx'
import { logFilter } from './logFilter.ts'
import { logFilterExamples, logSubject } from './logSubject.ts'
import { useLogList } from './useLogList.ts'
import { useLogsAddress } from './useLogsAddress.ts'

const loadPanel = () => import('./LogPanel.tsx')
const LogPanel = lazy(async () => ({ default: (await loadPanel()).LogPanel }))

interface LogsScreenProps {
  onOpenSettings: () => void
  /** Called when the settings button is hovered or focused, to preload the dialog. */
  onApproachSettings: () => void
}

/** Logs screen: filter, chart, table, and the panel of the entry in the URL. */
export function LogsScreen({ onOpenSettings, onApproachSettings }: LogsScreenProps) {
  const address = useLogsAddress()
  const { filter, includesAdmins, range, logId } = address
  const list = useLogList(logFilter({ typed: filter, includesAdmins, range }), filter)
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const selected = list.logs.filter(({ id }) => ticked.has(id))
  // The panel stays mounted after its first opening for its closing animation.
  const [isPanelUsed, setPanelUsed] = useState(false)
  if (logId !== undefined && !isPanelUsed) setPanelUsed(true)

  usePageTitle('Logs')
  useShortcut('r', () => void list.refresh())

  return (
    <Screen
      layers={
        <>
          {selected.length > 0 && (
            <SelectionBar count={selected.length} nouns={['log', 'logs']} onReset={() => setTicked(new Set())}>
              <Button size="small" icon={Download} onClick={() => downloadLogs(selected)}>
                <BarLabel>Download as JSON</BarLabel>
              </Button>
            </SelectionBar>
          )}
          {isPanelUsed && (
            <Suspense>
              <LogPanel logId={logId} logs={list.logs} onReplace={address.replaceLog} onClose={address.closeLog} />
            </Suspense>
          )}
        </>
      }
    >
      <LogsHeader
        isRefreshing={list.isRefreshing}
        onRefresh={() => void list.refresh()}
        includesAdmins={includesAdmins}
        onIncludeAdmins={address.setIncludesAdmins}
        onOpenSettings={onOpenSettings}
        onApproachSettings={onApproachSettings}
      />
      <FilterBar
        applied={filter}
        subject={logSubject}
        placeholder="Search term or filter like `level > 0 && data.auth = 'guest'`"
        examples={logFilterExamples}
        isRejected={list.isBadFilter}
        onApply={next => {
          setTicked(new Set())
          if (next === filter) void list.refresh()
          else address.setFilter(next)
        }}
      />
      <ChartBlock hourly={list.hourly} isLoading={list.isCounting} range={range} onRange={address.setRange}>
        <LevelsHint />
      </ChartBlock>
      <LogTable
        list={list}
        selected={ticked}
        onSelect={setTicked}
        currentId={logId}
        onOpen={address.openLog}
        onApproach={() => void loadPanel().catch(() => {})}
        onClearFilter={filter !== '' || range ? address.clear : undefined}
      />
    </Screen>
  )
}
