import { useEffect, useEffectEvent } from 'react'
import { isSilent, isUnreachable, messageOf, statusOf } from '../queries/connection/failure.ts'
import { useFailureToast } from '../shell/form/useFailureToast.ts'

/** Whether the server rejected the user's filter. That is shown in place, not as a toast. */
export function isFilterRejected(error: unknown, filter: string): boolean {
  return filter !== '' && statusOf(error) === 400
}

/** Reports a failure to load a list of `noun`. Returns a function that reports further failures. */
export function useLoadFailure(noun: string, error: unknown, filter: string): (error: unknown) => void {
  const toast = useFailureToast()
  const report = (failure: unknown) => {
    if (isSilent(failure)) return
    console.error(`${noun} could not be loaded.`, failure)
    // `useSessionWatch` reports a 403 when it navigates to the start page.
    if (isFilterRejected(failure, filter) || isUnreachable(failure) || statusOf(failure) === 403) return
    toast.show(messageOf(failure))
  }
  const reportFirst = useEffectEvent(report)
  useEffect(() => {
    if (error) reportFirst(error)
    else toast.clear()
  }, [error, toast])
  return report
}
