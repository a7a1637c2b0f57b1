import { useToasts } from '@coffer/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { isImpersonation } from '../../queries/accounts/impersonation.ts'
import { cancelAllRequests, client } from '../../queries/connection/client.ts'
import { rememberIntendedAddress } from '../address/intendedAddress.ts'
import { hasInstallerFlag } from './hasInstallerFlag.ts'
import { forgetSession, isSignedIn } from './session.ts'

/** A second 403 within this time does not navigate again: the start page itself may be forbidden. */
const forbiddenCooldownMs = 5000

/**
 * Reacts to changes of the session: a 401 ends it, a 403 leads to the start page, and signing in or out in any tab leads through
 * the entry route. Signing in again returns to the address where the session ended.
 */
export function useSessionWatch(): void {
  const router = useRouter()
  const queryClient = useQueryClient()
  const toasts = useToasts()

  const lastForbidden = useRef(0)

  const goToGate = useEffectEvent(() => router.navigate({ to: '/', replace: true, ignoreBlocker: true }))

  const onAnswer = useEffectEvent((status: number, message: unknown) => {
    if ((status !== 401 && status !== 403) || client.authStore.token === '') return
    void queryClient.cancelQueries()
    cancelAllRequests()
    if (status === 401) {
      toasts.warning('Your session has ended. Sign in to continue.')
      forgetSession()
    } else if (Date.now() - lastForbidden.current > forbiddenCooldownMs) {
      lastForbidden.current = Date.now()
      const reason = typeof message === 'string' ? ` ${message}` : ''
      toasts.warning(`The server denied access to this page, so you were taken to the start page.${reason}`)
      void goToGate()
    }
  })

  const onSignedOut = useEffectEvent(async () => {
    rememberIntendedAddress(router.state.location.href)
    await goToGate()
    // Only now, because the previous screens would refetch everything.
    queryClient.clear()
  })

  useEffect(() => {
    client.afterSend = (response, answer) => {
      const isAboutRecord = response.status === 403 && isImpersonation(response.url)
      if (!isAboutRecord) onAnswer(response.status, answer?.message)
      return answer
    }
    let wasSignedIn = isSignedIn()
    const stop = client.authStore.onChange(() => {
      if (isSignedIn() === wasSignedIn || hasInstallerFlag()) return
      wasSignedIn = isSignedIn()
      void (wasSignedIn ? goToGate() : onSignedOut())
    })
    return () => {
      stop()
      delete client.afterSend
    }
  }, [])
}
