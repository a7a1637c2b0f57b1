import type { Field } from '@coffer/fields'
import { abilitiesOf } from '@coffer/fields/abilities'
import type { ViewContext } from '@coffer/fields/ui'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { fileTokenQuery } from '../../queries/accounts/fileToken.ts'
import { client } from '../../queries/connection/client.ts'

interface FileUrl {
  /** The same function until the token is another one. */
  fileUrl: ViewContext['fileUrl']
  /** The token cannot be had, so that protected files stay closed. */
  hasFailed: boolean
}

/** Addresses of stored files. A token is asked for where one of them may be protected; all who ask share it. */
export function useFileUrl(needsToken: boolean): FileUrl {
  const { data: token, error } = useQuery({ ...fileTokenQuery, enabled: needsToken })

  useEffect(() => {
    if (error) console.warn('Protected files cannot be shown.', error)
  }, [error])

  const fileUrl = useCallback<ViewContext['fileUrl']>(
    (field, record, filename, options = {}) => {
      if (!isProtected(field)) return client.files.getUrl(record, filename, options)
      return token && client.files.getUrl(record, filename, { ...options, token })
    },
    [token],
  )
  return { fileUrl, hasFailed: error !== null }
}

/** Whether the field's files open with a token only. */
export function isProtected(field: Field): boolean {
  return abilitiesOf(field).holdsFiles?.(field.options).protected === true
}
