import { useEffect, useEffectEvent } from 'react'
import { isSilent, isUnreachable, messageOf, statusOf } from '../queries/connection/failure.ts'
import { useFailureToast } from '../shell/form/useFailureToast.ts'

/** Whether the server refused the filter that somebody typed: worth a quiet word, not an alarm. */
export function isFilterRefused(error: unknown, filter: string): boolean {
  return filter !== '' && statusOf(error) === 400
}

/** Tells of what could not be loaded for a list, `noun` for one; answers the way to tell of another failure. */
export function useLoadFailure(noun: string, error: unknown, filter: string): (error: unknown) => void {
  const toast = useFailureToast()
  const report = (failure: unknown) => {
    if (isSilent(failure)) return
    console.error(`${noun} could not be loaded.`, failure)
    // The session watch reports a 403 as the reason why it leads away.
    if (isFilterRefused(failure, filter) || isUnreachable(failure) || statusOf(failure) === 403) return
    toast.show(messageOf(failure))
  }
  const reportFirst = useEffectEvent(report)
  useEffect(() => {
    if (error) reportFirst(error)
    else toast.clear()
  }, [error, toast])
  return report
}
