import { joinClasses, useTheme, VisuallyHidden } from '@coffer/ui'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { type DrawnChart, drawChart } from './drawChart.ts'
import { type HourRange, type Hours, hoursBetween } from './hours.ts'
import { formatHour } from './hourText.ts'
import styles from './LogChart.module.css'

interface LogChartProps {
  /** At least one hour. */
  hours: Hours
  onZoom: (range: HourRange) => void
}

const resizeDebounceMs = 250

/**
 * Chart of total requests by hour. Dragging over hours zooms in on them. For the keyboard it is a slider: arrow keys move by an
 * hour, Shift and arrow keys select hours, and Enter zooms in on the selection.
 */
export function LogChart({ hours, onZoom }: LogChartProps) {
  const { theme } = useTheme()
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<DrawnChart>(undefined)
  const [active, setActive] = useState<number>()
  const [anchor, setAnchor] = useState<number>()
  const summaryId = useId()
  const { times, totals } = hours
  const last = times.length - 1
  const current = active === undefined ? last : Math.min(active, last)
  const chosen = (to: number) => hoursBetween(times[anchor ?? to] ?? 0, times[to] ?? 0)

  const zoom = useEffectEvent((range: HourRange) => onZoom(range))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chart reads the theme's colors
  useEffect(() => {
    const element = place.current
    if (!element) return
    const drawn = drawChart(element, hours, { onPoint: setActive, onSelect: zoom })
    chart.current = drawn
    let delay: ReturnType<typeof setTimeout>
    let width = element.clientWidth
    const observer = new ResizeObserver(() => {
      if (element.clientWidth === width) return
      width = element.clientWidth
      clearTimeout(delay)
      delay = setTimeout(() => drawn.resize(width), resizeDebounceMs)
    })
    observer.observe(element)
    setAnchor(undefined)
    return () => {
      observer.disconnect()
      clearTimeout(delay)
      drawn.remove()
      chart.current = undefined
    }
  }, [hours, theme])

  const goTo = (wanted: number, isRange: boolean) => {
    const next = Math.min(Math.max(wanted, 0), last)
    const from = isRange ? (anchor ?? current) : undefined
    setAnchor(from)
    chart.current?.mark(from === undefined ? undefined : hoursBetween(times[from] ?? 0, times[next] ?? 0))
    chart.current?.point(times[next])
    setActive(next)
  }
  const clearSelection = () => {
    setAnchor(undefined)
    chart.current?.mark(undefined)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const target = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: last }[event.key]
    const page = { PageUp: current - 24, PageDown: current + 24 }[event.key]
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (target !== undefined || page !== undefined) goTo(target ?? page ?? 0, event.shiftKey)
    else if (event.key === 'Enter') onZoom(chosen(current))
    else if (event.key === 'Escape' && anchor !== undefined) clearSelection()
    else return
    event.preventDefault()
  }
  const leave = () => {
    clearSelection()
    chart.current?.point(undefined)
    setActive(undefined)
  }
  const total = totals[current] ?? 0
  const text = `${formatHour(times[current] ?? 0)}: Total requests ${total}`
  const range = anchor === undefined ? '' : `, ${(chosen(current).to - chosen(current).from) / 3600} hours selected`
  return (
    <>
      <div
        className={styles.chart}
        role="slider"
        tabIndex={0}
        aria-label="Total requests by the hour"
        aria-describedby={summaryId}
        aria-orientation="horizontal"
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={current}
        aria-valuetext={text + range}
        onKeyDown={onKeyDown}
        onBlur={leave}
      >
        <div ref={place} className={styles.place} />
        {active !== undefined && active <= last && (
          <Bubble time={times[active] ?? 0} total={total} isAtEnd={active > last / 2} chart={chart.current} />
        )}
      </div>
      <VisuallyHidden id={summaryId}>
        {summarize(hours)} Shift and arrow keys select hours, Enter zooms in on them.
      </VisuallyHidden>
    </>
  )
}

interface BubbleProps {
  time: number
  total: number
  /** Whether the point is in the right half, so that the bubble is at its left. */
  isAtEnd: boolean
  chart: DrawnChart | undefined
}

function Bubble({ time, total, isAtEnd, chart }: BubbleProps) {
  return (
    <div
      className={joinClasses(styles.bubble, isAtEnd && styles.atEnd)}
      style={{ left: chart?.leftOf(time) ?? 0 }}
      aria-hidden="true"
    >
      <div className={styles.hour}>{formatHour(time)}</div>
      <div>
        Total requests: <strong>{total.toLocaleString('en-US')}</strong>
      </div>
    </div>
  )
}

/** Describes the chart in words. */
function summarize({ times, totals }: Hours): string {
  const sum = totals.reduce((one, other) => one + other, 0)
  const max = totals.reduce((one, other) => Math.max(one, other), 0)
  const peak = times[totals.indexOf(max)] ?? 0
  const span = `From ${formatHour(times[0] ?? 0)} to ${formatHour(times.at(-1) ?? 0)}: ${sum} in total`
  return sum === 0 ? `${span}.` : `${span}, with a peak of ${max} at ${formatHour(peak)}.`
}
