import type { LoadSample } from '../../../queries/load.ts'
import styles from './MinuteTable.module.css'

const rounded = (value: number) => Math.round(value * 10) / 10

/** The values of each minute, the latest first. */
export function MinuteTable({ samples }: { samples: readonly LoadSample[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section className={styles.scroller} aria-label="Values by minute" tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {['Time (UTC)', 'Requests', 'Errors', 'Median (ms)', '95 % (ms)', 'Writer load (%)'].map(title => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {samples.toReversed().map(({ time, requests, errors, median, p95, writerLoad }) => (
            <tr key={time}>
              <th scope="row">{new Date(time).toISOString().slice(11, 16)}</th>
              <td>{requests}</td>
              <td>{errors}</td>
              <td>{rounded(median)}</td>
              <td>{rounded(p95)}</td>
              <td>{rounded(writerLoad * 100)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
