import { CodeEditor, CopyChip } from '@coffer/ui'
import type { ReactNode } from 'react'
import type { Log } from '../../queries/logs.ts'
import { htmlLanguage, jsonLanguage } from '../../shell/loading/codeLanguages.ts'
import { type DetailRow, detailRows } from './detailRows.ts'
import styles from './LogDetails.module.css'
import { LevelBadge } from './LogRow.tsx'
import { LogTime } from './LogTime.tsx'
import { isRequestLog } from './logBadges.ts'

/** Table of all fields and data of a log entry. */
export function LogDetails({ log }: { log: Log }) {
  return (
    <table className={styles.details} aria-label="Fields of the log">
      <tbody>
        <Field name="id">
          <CopyChip text={log.id} noun="id" />
        </Field>
        <Field name="level">
          <LevelBadge level={log.level} />
        </Field>
        <Field name="created">
          <LogTime moment={log.created} />
        </Field>
        {!isRequestLog(log) && <Field name="message">{log.message || <Empty />}</Field>}
        {detailRows(log).map(row => (
          <Field key={row.key} name={`data.${row.key}`}>
            <Value row={row} />
          </Field>
        ))}
      </tbody>
    </table>
  )
}

function Field({ name, children }: { name: string; children: ReactNode }) {
  return (
    <tr>
      <th scope="row" className={styles.name}>
        {name}
      </th>
      <td className={styles.value}>{children}</td>
    </tr>
  )
}

function Empty() {
  return <span className={styles.empty}>N/A</span>
}

function Value({ row: { key, kind, text } }: { row: DetailRow }) {
  if (kind === 'error') return <span className={styles.error}>{text}</span>
  if (kind === 'text') return text === 'N/A' ? <Empty /> : text
  return (
    <CodeEditor
      aria-label={`data.${key}`}
      readOnly
      language={kind === 'json' ? jsonLanguage : htmlLanguage}
      value={text}
      maxHeight={320}
    />
  )
}
