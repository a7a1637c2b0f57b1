import { parseBoolean } from '@coffer/fields'
import type { Explanation, Verdict } from '@coffer/schema'
import { Alert } from '@coffer/ui'
import type { ExplainedRequest } from '../../../queries/access.ts'
import { countInWords } from '../../../shell/collections/recordCountText.ts'

function verdictText({ status, isAllowed, total }: Verdict, { action, query }: ExplainedRequest): string {
  if (!isAllowed) return `Rejected with ${status}`
  if (action !== 'list' || total === undefined) return `Allowed with ${status}`
  // Without a total, only the records of the page are known.
  const isPage = parseBoolean(query.skipTotal ?? '') === true
  if (total === 0) return `Allowed, but the ${isPage ? 'page' : 'list'} is empty`
  return `Allowed: ${countInWords(total)} ${isPage ? 'on this page' : 'in the list'}`
}

interface VerdictAlertProps {
  explanation: Explanation
  /** The explained request. */
  request: ExplainedRequest
}

/** The response of the API to an explained request. */
export function VerdictAlert({ explanation: { verdict, note, hasHooks }, request }: VerdictAlertProps) {
  const { isAllowed, message, issues, total } = verdict
  return (
    <Alert tone={isAllowed ? (total === 0 ? 'warning' : 'success') : 'danger'} title={verdictText(verdict, request)}>
      {message && <p>{message}</p>}
      {Object.entries(issues).map(([field, issue]) => (
        <p key={field}>
          <code>{field}</code>: {issue.message}
        </p>
      ))}
      {note && <p>{note}</p>}
      {hasHooks && <p>Hooks were not called. The API calls them, and they can reject or change such a request.</p>}
    </Alert>
  )
}
