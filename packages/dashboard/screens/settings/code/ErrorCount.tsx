import { Badge } from '@coffer/ui'
import type { CallReport } from '../../../queries/code.ts'
import { countText } from './callsText.ts'

/** The number of errors, if there are any. */
export function ErrorCount({ report: { errors } }: { report: CallReport }) {
  return errors > 0 && <Badge tone="danger">{countText(errors, 'error')}</Badge>
}
