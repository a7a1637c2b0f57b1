import type { Field } from '@coffer/fields'
import { abilitiesOf } from '@coffer/fields/abilities'
import type { ViewContext } from '@coffer/fields/ui'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { fileTokenQuery } from '../../queries/accounts/fileToken.ts'
import { client } from '../../queries/connection/client.ts'

interface FileUrl {
  /** The same function until the token, or whether one is expected, changes. */
  fileUrl: ViewContext['fileUrl']
  /** The token cannot be had, so that protected files stay closed. */
  hasFailed: boolean
}

/**
 * Addresses of stored files. Where there may be some, a token is asked for, which all who ask share. Public files wait for it only so
 * that their requests are logged as the admin's, and are shown without it if it cannot be had.
 */
export function useFileUrl(hasFiles: boolean): FileUrl {
  const { data: token, error } = useQuery({ ...fileTokenQuery, enabled: hasFiles })

  const hasFailed = error !== null
  const isWaiting = hasFiles && token === undefined && !hasFailed

  useEffect(() => {
    if (error) console.warn("Couldn't get a file token. Protected files stay closed.", error)
  }, [error])

  const fileUrl = useCallback<ViewContext['fileUrl']>(
    (field, record, filename, options = {}) => {
      if (!isProtected(field)) return isWaiting ? undefined : client.files.getUrl(record, filename, options)
      return token && client.files.getUrl(record, filename, { ...options, token })
    },
    [token, isWaiting],
  )
  return { fileUrl, hasFailed }
}

/** Whether the field's files open with a token only. */
export function isProtected(field: Field): boolean {
  return abilitiesOf(field).holdsFiles?.(field.options).protected === true
}
