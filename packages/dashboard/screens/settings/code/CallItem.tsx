import { Badge, Disclosure } from '@coffer/ui'
import { useState } from 'react'
import type { CallReport } from '../../../queries/code.ts'
import { Moment } from '../../../shell/page/Moment.tsx'
import listItem from '../frame/listItem.module.css'
import styles from './CodePage.module.css'
import { StackText } from './StackText.tsx'
import { useShown } from './useShown.ts'

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

/** Returns a number with a noun, such as `1 call` and `2 calls`. */
function countText(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${number.format(count)} ${noun}s`
}

/** Returns how often something was called since the server started, and how long that took. */
export function callsText({ calls, p50, p99 }: CallReport, noun = 'call'): string {
  if (calls === 0) return `No ${noun} since the server started`
  return `${countText(calls, noun)}, p50 ${number.format(p50)} ms, p99 ${number.format(p99)} ms`
}

interface CallItemProps {
  title: string
  file: string
  /** How addresses name it. */
  code: string
  report: CallReport
  /** Why it is never called. */
  problem?: string | undefined
}

/** A hook or route with its calls and its last error. */
export function CallItem({ title, file, code, report, problem }: CallItemProps) {
  const { isShown, item } = useShown(code)
  const [isOpen, setOpen] = useState(isShown)
  const { lastError } = report
  return (
    <li ref={item} tabIndex={-1} className={listItem.item} aria-label={title}>
      <span className={styles.head}>
        <span className={listItem.name}>{title}</span>
        {problem !== undefined && <Badge tone="warning">{problem}</Badge>}
        <ErrorCount report={report} />
      </span>
      <span className={listItem.facts}>
        <code>{file}</code>
        <span>{callsText(report)}</span>
      </span>
      {lastError && (
        <Disclosure open={isOpen} onOpenChange={setOpen} summary="Last error">
          <Moment date={lastError.time} />
          <StackText label={`Last error of ${title}`} text={lastError.stack} />
        </Disclosure>
      )}
    </li>
  )
}

/** The number of errors, if there are any. */
export function ErrorCount({ report: { errors } }: { report: CallReport }) {
  return errors > 0 && <Badge tone="danger">{countText(errors, 'error')}</Badge>
}
