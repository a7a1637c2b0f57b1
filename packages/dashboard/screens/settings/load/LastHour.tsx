import { Disclosure } from '@coffer/ui'
import { useState } from 'react'
import type { LoadSample } from '../../../queries/load.ts'
import { Card } from '../frame/Card.tsx'
import { BarChart } from './BarChart.tsx'
import styles from './LastHour.module.css'
import { MinuteTable } from './MinuteTable.tsx'

const number = new Intl.NumberFormat('en')
const milliseconds = (value: number) => `${number.format(Math.round(value * 10) / 10)} ms`
const percent = (share: number) => `${Math.round(share * 100)} %`

const sumOf = (samples: readonly LoadSample[], key: 'requests' | 'errors') =>
  number.format(samples.reduce((sum, sample) => sum + sample[key], 0))
const highest = (samples: readonly LoadSample[], key: 'p95' | 'writerLoad') => Math.max(0, ...samples.map(sample => sample[key]))

/** Charts of the last hour, each with its summary as text, and all values as a table. */
export function LastHour({ samples }: { samples: readonly LoadSample[] }) {
  const [isTable, setTable] = useState(false)
  return (
    <Card className={styles.card}>
      <p className={styles.intro}>The last hour, by minute. A restart clears the measurements.</p>
      <div className={styles.charts}>
        <BarChart title="Requests" summary={`${sumOf(samples, 'requests')} in total`} values={samples.map(s => s.requests)} />
        <BarChart
          title="Errors"
          summary={`${sumOf(samples, 'errors')} with status 500 or more`}
          values={samples.map(s => s.errors)}
        />
        <BarChart
          title="Latency"
          summary={`95 % took at most ${milliseconds(highest(samples, 'p95'))} in the slowest minute`}
          values={samples.map(s => s.p95)}
        />
        <BarChart
          title="Writer"
          summary={`At least ${percent(1 - highest(samples, 'writerLoad'))} headroom for changes`}
          values={samples.map(s => s.writerLoad)}
          max={1}
        />
      </div>
      <Disclosure open={isTable} onOpenChange={setTable} summary="Values by minute">
        <MinuteTable samples={samples} />
      </Disclosure>
    </Card>
  )
}
