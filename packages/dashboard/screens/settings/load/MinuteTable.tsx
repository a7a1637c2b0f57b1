import type { LoadSample } from '../../../queries/load.ts'
import { ValueTable } from './ValueTable.tsx'

const titles = ['Time (UTC)', 'Requests', 'Errors', 'Median (ms)', '95 % (ms)', 'Writer load (%)']
const rounded = (value: number) => Math.round(value * 10) / 10

/** The values of each minute, the latest first. */
export function MinuteTable({ samples }: { samples: readonly LoadSample[] }) {
  const rows = samples.toReversed().map(({ time, requests, errors, median, p95, writerLoad }) => ({
    key: time,
    cells: [
      new Date(time).toISOString().slice(11, 16),
      requests,
      errors,
      rounded(median),
      rounded(p95),
      rounded(writerLoad * 100),
    ],
  }))
  return <ValueTable label="Values by minute" titles={titles} rows={rows} />
}
