import { Badge, Button, Disclosure } from '@coffer/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type CodeJob, codeQuery, runJob } from '../../../queries/code.ts'
import { Moment } from '../../../shell/page/Moment.tsx'
import listItem from '../frame/listItem.module.css'
import { useSend } from '../webHooks/useSend.ts'
import { callsText, ErrorCount } from './CallItem.tsx'
import styles from './CodePage.module.css'
import { StackText } from './StackText.tsx'
import { useShown } from './useShown.ts'

function LastRun({ job: { name, lastRun }, isShown }: { job: CodeJob; isShown: boolean }) {
  const [isOpen, setOpen] = useState(isShown)
  if (!lastRun) return null
  const text = [lastRun.output.trimEnd(), lastRun.error].filter(part => part !== '').join('\n')
  return (
    <Disclosure open={isOpen} onOpenChange={setOpen} summary="Last run">
      <span className={listItem.facts}>
        <Moment label="Started:" date={lastRun.started} />
        <span>
          Duration: {lastRun.durationMs < 1000 ? `${lastRun.durationMs} ms` : `${(lastRun.durationMs / 1000).toFixed(1)} s`}
        </span>
      </span>
      {text === '' ? <p>It has printed nothing.</p> : <StackText label={`Output of ${name}`} text={text} />}
    </Disclosure>
  )
}

function StateBadge({ job: { isRunning, lastRun } }: { job: CodeJob }) {
  if (isRunning) return <Badge tone="info">Running</Badge>
  if (!lastRun) return null
  return lastRun.error === '' ? <Badge tone="success">Succeeded</Badge> : <Badge tone="danger">Failed</Badge>
}

interface JobItemProps {
  job: CodeJob
  /** Its name in the address; default: `job NAME`. */
  code?: string
  /** Starts the job of a name; default: the one of the folder of hooks. */
  run?: (name: string) => Promise<void>
}

/** A job with its schedule, its calls and its last run. */
export function JobItem({ job, code = `job ${job.name}`, run = runJob }: JobItemProps) {
  const queryClient = useQueryClient()
  const { name, file, cron, next, isRunning } = job
  const { isShown, item } = useShown(code)
  const { isSending, send } = useSend(async () => {
    await run(name)
    await queryClient.invalidateQueries(codeQuery)
  })
  return (
    <li ref={item} tabIndex={-1} className={listItem.item} aria-label={name}>
      <span className={styles.head}>
        <span className={listItem.name}>{name}</span>
        <StateBadge job={job} />
        <ErrorCount report={job} />
      </span>
      <div className={listItem.foot}>
        <span className={listItem.facts}>
          <code>{file}</code>
          <span>
            <code>{cron}</code>
          </span>
          <span>{callsText(job, 'run')}</span>
          {next === '' ? <span>This schedule never runs.</span> : <Moment label="Next run:" date={next} />}
        </span>
        <Button loading={isSending || isRunning} aria-label={`Run now: ${name}`} onClick={send}>
          Run now
        </Button>
      </div>
      <LastRun job={job} isShown={isShown} />
    </li>
  )
}
