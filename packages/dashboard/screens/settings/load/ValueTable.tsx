import type { ReactNode } from 'react'
import styles from './ValueTable.module.css'

interface ValueTableProps {
  label: string
  titles: readonly string[]
  /** The key of each row and its cells. The first cell is the heading of the row. */
  rows: readonly { key: string | number; cells: readonly ReactNode[] }[]
}

/** A plain table of values, which scrolls sideways if it is wider than the page. */
export function ValueTable({ label, titles, rows }: ValueTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section className={styles.scroller} aria-label={label} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {titles.map(title => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [heading, ...cells] }) => (
            <tr key={key}>
              <th scope="row">{heading}</th>
              {cells.map((cell, index) => (
                <td key={titles[index + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
