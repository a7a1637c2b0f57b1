import { useToasts } from '@coffer/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { adminQuery } from '../../../queries/accounts/admins.ts'
import { isSilent } from '../../../queries/connection/failure.ts'
import { AdminEditor } from './AdminEditor.tsx'

interface StoredAdminProps {
  id: string
  isOpen: boolean
  onClose: (isDone?: boolean) => void
}

/** The panel of an existing admin. It opens once the current values are loaded. */
export function StoredAdmin({ id, isOpen, onClose }: StoredAdminProps) {
  const { data, error, isFetchedAfterMount } = useQuery({
    ...adminQuery(id),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const toasts = useToasts()

  const closeWithError = useEffectEvent((reason: Error) => {
    if (!isSilent(reason)) toasts.error(`Unable to load admin with id "${id}".`)
    onClose(true)
  })
  useEffect(() => {
    if (error !== null) closeWithError(error)
  }, [error])

  // The form keeps what it opens with, so it must not open with the cached response of an earlier opening.
  return data && isFetchedAfterMount && <AdminEditor admin={data} isOpen={isOpen} onClose={onClose} />
}
