import { Button, IconButton, Menu, Spinner } from '@coffer/ui'
import { Clock, X } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useMemo } from 'react'
import type { HourlyTotal } from '../../../queries/logs.ts'
import styles from './ChartBlock.module.css'
import { fillHours, type HourRange, lastHours } from './hours.ts'
import { formatHour } from './hourText.ts'

const LogChart = lazy(async () => ({ default: (await import('./LogChart.tsx')).LogChart }))

interface ChartBlockProps {
  /** Undefined until loaded, and after an error. */
  hourly: readonly HourlyTotal[] | undefined
  isLoading: boolean
  /** The hours shown; undefined for all. */
  range: HourRange | undefined
  onRange: (range: HourRange | undefined) => void
  /** Shown beside the time range. */
  children: ReactNode
}

const spans = [
  { label: 'Last 6 hours', hours: 6 },
  { label: 'Last 24 hours', hours: 24 },
  { label: 'Last 3 days', hours: 72 },
  { label: 'Last 7 days', hours: 168 },
]

/** Time range, number of matching entries, and their chart by hour. */
export function ChartBlock({ hourly, isLoading, range, onRange, children }: ChartBlockProps) {
  const { from, to } = range ?? {}
  const hours = useMemo(
    () => fillHours(hourly ?? [], from === undefined || to === undefined ? undefined : { from, to }),
    [hourly, from, to],
  )
  const found = hourly?.reduce((sum, { total }) => sum + total, 0) ?? 0
  return (
    <section className={styles.block} aria-label="Logs by the hour">
      <div className={styles.line}>
        <Menu
          trigger={
            <Button size="small" icon={Clock}>
              {range ? `${formatHour(range.from)} – ${formatHour(range.to)}` : 'All time'}
            </Button>
          }
          items={[
            { label: 'All time', onSelect: () => onRange(undefined) },
            { kind: 'separator' },
            ...spans.map(span => ({ label: span.label, onSelect: () => onRange(lastHours(span.hours, new Date())) })),
          ]}
        />
        {range && <IconButton size="small" label="Show all time" icon={X} onClick={() => onRange(undefined)} />}
        <div className={styles.beside}>{children}</div>
        <p className={styles.found} role="status">
          {!isLoading && hourly && `Found ${found} ${found === 1 ? 'log' : 'logs'}`}
        </p>
      </div>
      <div className={styles.frame} data-loading={isLoading ? '' : undefined} aria-busy={isLoading}>
        {hours.times.length > 0 && (
          <Suspense>
            <LogChart hours={hours} onZoom={onRange} />
          </Suspense>
        )}
        {!isLoading && hourly && hours.times.length === 0 && <p className={styles.empty}>There is nothing to chart.</p>}
        {isLoading && (
          <span className={styles.spinner}>
            <Spinner size={24} label="Loading the chart..." />
          </span>
        )}
      </div>
    </section>
  )
}
