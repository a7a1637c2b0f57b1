import { useState } from 'react'
import { toastTextOf } from '../../../queries/connection/failure.ts'
import { useFailureToast } from '../../../shell/form/useFailureToast.ts'

/** Returns a function that sends a message, and whether it is being sent. A failure is shown as a toast. */
export function useSend(work: () => Promise<void>): { isSending: boolean; send: () => void } {
  const failure = useFailureToast()
  const [isSending, setSending] = useState(false)
  const send = async () => {
    failure.clear()
    setSending(true)
    try {
      await work()
    } catch (error) {
      failure.show(toastTextOf(error))
    } finally {
      setSending(false)
    }
  }
  return { isSending, send: () => void send() }
}
