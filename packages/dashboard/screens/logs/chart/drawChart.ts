import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { type ChartColors, readChartColors } from './chartColors.ts'
import { type HourRange, type Hours, hour, hoursBetween } from './hours.ts'
import { formatDay, formatDayAndHour, formatHourOfDay } from './hourText.ts'
import { countTicks, isMajor, maxTimeTicks, timeTicks } from './ticks.ts'

export interface DrawnChart {
  /** Returns the distance from the left edge to the point of an hour, in pixels. */
  leftOf: (time: number) => number
  /** Highlights the selected hours. */
  mark: (range: HourRange | undefined) => void
  /** Moves the cursor line to an hour. */
  point: (time: number | undefined) => void
  resize: (width: number) => void
  remove: () => void
}

interface ChartEvents {
  /** Called with the index of the hour nearest to the pointer; undefined when it leaves the chart. */
  onPoint: (index: number | undefined) => void
  /** Called after the user dragged over hours. */
  onSelect: (range: HourRange) => void
}

// Sizes in pixels.
const chartHeight = 150
const axisHeight = 26
const axisWidth = 44
const minTimeLabelWidth = 58
/** Minimum height of a nonzero bar as a fraction of the chart, because a few entries beside thousands would be invisible. */
const minBarFraction = 0.04

const compact = new Intl.NumberFormat('en-US', { notation: 'compact' })

/** Draws hourly totals into an empty element. */
export function drawChart(place: HTMLElement, hours: Hours, events: ChartEvents): DrawnChart {
  const width = place.clientWidth
  const plot = new UPlot(
    optionsOf(hours, readChartColors(place), width, events),
    [hours.times, hours.totals, barsOf(hours)],
    place,
  )
  const leftOf = (time: number) => plot.valToPos(time, 'x') + plot.bbox.left / devicePixelRatio
  return {
    leftOf,
    mark: range => plot.setSelect(range ? boxOf(plot, range) : { left: 0, top: 0, width: 0, height: 0 }, false),
    point: time => plot.setCursor(time === undefined ? { left: -10, top: -10 } : { left: plot.valToPos(time, 'x'), top: 0 }),
    resize: next => plot.setSize({ width: next, height: chartHeight }),
    remove: () => plot.destroy(),
  }
}

/** Returns the heights of the bars, with a visible minimum for hours with entries. */
function barsOf({ totals }: Hours): (number | null)[] {
  const minHeight = (countTicks(maximum(totals)).at(-1) ?? 1) * minBarFraction
  return totals.map(total => (total === 0 ? null : Math.max(total, minHeight)))
}

function optionsOf(hours: Hours, colors: ChartColors, width: number, events: ChartEvents): UPlot.Options {
  const counts = countTicks(maximum(hours.totals))
  const { bars } = UPlot.paths
  return {
    width,
    height: chartHeight,
    padding: [8, 16, 0, 0],
    legend: { show: false },
    tzDate: time => UPlot.tzDate(new Date(time * 1000), 'Etc/UTC'),
    scales: {
      // Half an hour at each end, so that the first and last bars fit.
      x: { time: true, range: (_plot, from, to) => [from - hour / 2, to + hour / 2] },
      y: { range: [0, counts.at(-1) ?? 1] },
    },
    series: [
      {},
      { label: 'Total requests', stroke: colors.line, width: 1.5, points: { show: false } },
      { fill: colors.bar, width: 0, ...(bars && { paths: bars({ size: [0.8, 40] }) }), points: { show: false } },
    ],
    axes: [timeAxis(colors, true), timeAxis(colors, false), countAxis(colors, counts)],
    cursor: { y: false, drag: { x: true, y: false, setScale: false, dist: 6 }, points: { size: 9, width: 2, fill: colors.line } },
    hooks: {
      setCursor: [plot => events.onPoint(plot.cursor.idx ?? undefined)],
      setSelect: [plot => reportSelection(plot, events)],
    },
  }
}

/** Axis with the ticks at the start of a day in bold, or with all others. Two axes overlap, because an axis has only one font. */
function timeAxis(colors: ChartColors, major: boolean): UPlot.Axis {
  const ownTicks = (times: number[]) => times.map(time => (isMajor(time) === major ? time : null))
  const splits = (plot: UPlot) =>
    timeTicks(plot.scales.x?.min ?? 0, plot.scales.x?.max ?? 0, Math.min(maxTimeTicks, maxLabelsOf(plot)))
  return {
    scale: 'x',
    side: 2,
    // Only the second axis takes space, for both.
    size: major ? 0 : axisHeight,
    gap: 4,
    stroke: major ? colors.strongText : colors.text,
    font: `${major ? 600 : 400} 11px ${colors.font}`,
    splits,
    filter: (_plot, times) => ownTicks(times),
    values: (plot, times) =>
      times.map(time => {
        if (time === null) return null
        if (major) return formatDay(time)
        // If no tick is at the start of a day, the first one includes the day.
        return time === splits(plot)[0] && !splits(plot).some(isMajor) ? formatDayAndHour(time) : formatHourOfDay(time)
      }),
    grid: { show: major, stroke: colors.grid, width: 1 },
    ticks: { show: true, stroke: major ? colors.strongGrid : colors.grid, width: 1, size: 5 },
  }
}

function countAxis(colors: ChartColors, counts: number[]): UPlot.Axis {
  return {
    scale: 'y',
    side: 3,
    size: axisWidth,
    gap: 4,
    stroke: colors.text,
    font: `11px ${colors.font}`,
    splits: () => counts,
    values: (_plot, values) => values.map(value => compact.format(value)),
    grid: { stroke: colors.grid, width: 1 },
    ticks: { show: false },
  }
}

const maxLabelsOf = (plot: UPlot): number => Math.max(2, Math.floor((plot.width - axisWidth) / minTimeLabelWidth))

const maximum = (totals: readonly number[]): number => totals.reduce((one, other) => Math.max(one, other), 0)

function reportSelection(plot: UPlot, { onSelect }: ChartEvents): void {
  const { left, width } = plot.select
  if (width === 0) return
  const range = hoursBetween(plot.posToVal(left, 'x'), plot.posToVal(left + width, 'x'))
  plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
  onSelect(range)
}

function boxOf(plot: UPlot, { from, to }: HourRange): UPlot.Select {
  const left = plot.valToPos(from, 'x')
  const width = Math.max(2, plot.valToPos(to - hour, 'x') - left)
  return { left, width, top: 0, height: plot.over.clientHeight }
}
