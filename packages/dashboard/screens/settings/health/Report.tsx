import { Alert } from '@coffer/ui'
import { Check } from 'lucide-react'
import type { Finding, HealthReport } from '../../../queries/health.ts'
import { Card } from '../frame/Card.tsx'
import styles from './Report.module.css'

/** The findings of a health check, the most serious first, and the checks that found nothing. */
export function Report({ report: { findings, passed, failed } }: { report: HealthReport }) {
  const problems = findings.filter(({ severity }) => severity === 'problem')
  const notices = findings.filter(({ severity }) => severity === 'notice')
  return (
    <>
      <p className={styles.summary} role="status">
        {summaryOf(problems.length, notices.length)}
      </p>
      {failed.map(({ check, message }) => (
        <Alert key={check} tone="danger" title={`The check "${check}" could not run.`}>
          {message}
        </Alert>
      ))}
      {[...problems, ...notices].map(finding => (
        <FindingAlert key={`${finding.check} ${finding.message}`} finding={finding} />
      ))}
      {passed.length > 0 && (
        <Card>
          <h2 className={styles.title}>Passed</h2>
          <ul className={styles.passed}>
            {passed.map(({ check, title }) => (
              <li key={check}>
                <Check className={styles.icon} size={16} aria-hidden={true} />
                {title}
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  )
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

function summaryOf(problems: number, notices: number): string {
  if (problems + notices === 0) return 'No problems found.'
  return `${counted(problems, 'problem')} and ${counted(notices, 'notice')} found.`
}

function FindingAlert({ finding: { severity, message, advice, examples = [] } }: { finding: Finding }) {
  return (
    <Alert tone={severity === 'problem' ? 'danger' : 'warning'} title={message}>
      {examples.length > 0 && (
        <ul className={styles.examples}>
          {examples.map(example => (
            <li key={example}>{example}</li>
          ))}
        </ul>
      )}
      <p>{advice}</p>
    </Alert>
  )
}
