import type { Field } from '@coffer/fields'
import { abilitiesOf } from '@coffer/fields/abilities'
import type { ViewContext } from '@coffer/fields/ui'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { fileTokenQuery } from '../../queries/accounts/fileToken.ts'
import { client } from '../../queries/connection/client.ts'

interface FileUrl {
  /** Returns a file's URL. Changes identity only with the token. */
  fileUrl: ViewContext['fileUrl']
  /** Whether the token could not be loaded, so that protected files are inaccessible. */
  hasFailed: boolean
}

/**
 * Returns the URLs of stored files. If there may be files, loads the shared file token. Public files wait for it too, because its
 * cookie makes the server log their requests as the admin's, but they are shown without it if it could not be loaded.
 */
export function useFileUrl(hasFiles: boolean): FileUrl {
  const { data: token, error } = useQuery({ ...fileTokenQuery, enabled: hasFiles })

  const hasFailed = error !== null
  const isWaiting = hasFiles && token === undefined && !hasFailed

  useEffect(() => {
    if (error) console.warn("Couldn't load the file token. Protected files are inaccessible.", error)
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

/** Whether the field's files require a token. */
export function isProtected(field: Field): boolean {
  return abilitiesOf(field).holdsFiles?.(field.options).protected === true
}
