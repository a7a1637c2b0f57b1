import styles from './BarChart.module.css'

const minutes = 61

interface BarChartProps {
  title: string
  /** What the chart shows, as a sentence. */
  summary: string
  values: readonly number[]
  /** The value of a bar of full height; the largest value by default. */
  max?: number
}

/** A bar for each minute of the last hour, the latest at the right. Its summary says the essential, so the bars are decoration. */
export function BarChart({ title, summary, values, max = Math.max(...values) }: BarChartProps) {
  return (
    <section className={styles.chart} aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.summary}>{summary}</p>
      <svg className={styles.bars} viewBox={`0 0 ${minutes} 1`} preserveAspectRatio="none" aria-hidden={true}>
        {values.map((value, index) => {
          const height = max > 0 ? value / max : 0
          const x = minutes - values.length + index
          return <rect key={x} x={x + 0.1} y={1 - height} width={0.8} height={height} />
        })}
      </svg>
      <p className={styles.axis} aria-hidden={true}>
        <span>1 hour ago</span>
        <span>now</span>
      </p>
    </section>
  )
}
